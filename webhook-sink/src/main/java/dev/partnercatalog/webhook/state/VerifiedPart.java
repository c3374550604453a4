package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.key.Partitioning;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * What one pass over the topics verifies: some scopes, and of their variants those whose barcodes fall into one of
 * several parts of about the same size, so that a pass keeps as little in memory as it must.
 *
 * @param scopes the scopes that matter, whatever the variant
 * @param part which of the parts, from 0
 * @param parts how many there are, a power of two
 */
public record VerifiedPart(Predicate<Scope> scopes, int part, int parts) {

    /** All parts together, in as many parts as this. */
    public static List<VerifiedPart> all(Predicate<Scope> scopes, int parts) {
        return IntStream.range(0, parts)
                .mapToObj(part -> new VerifiedPart(scopes, part, parts))
                .toList();
    }

    /** This part in two. */
    public List<VerifiedPart> halves() {
        return List.of(new VerifiedPart(scopes, part, 2 * parts), new VerifiedPart(scopes, part + parts, 2 * parts));
    }

    /** Whether a variant is part of it. */
    public boolean has(ScopedVariant variant) {
        return scopes.test(variant.scope()) && hasBarcode(variant.barcode());
    }

    /** Whether a variant is part of it if its scope is. Products of a partition fall into few of the parts. */
    public boolean hasBarcode(String barcode) {
        return parts == 1 || Partitioning.byBarcode(barcode, parts) == part;
    }
}
