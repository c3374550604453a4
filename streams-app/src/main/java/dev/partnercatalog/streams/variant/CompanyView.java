package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.VariantLayers;
import org.jspecify.annotations.Nullable;

/**
 * A variant as a company and its locations see it at one moment, before or after a change. Not thread-safe.
 *
 * <p>A location without attributes of its own resolves to just what its company does, so that is worked out once.
 */
final class CompanyView {

    private final @Nullable Bpd bpd;
    private final ScopeLayers company;
    private @Nullable ResolvedEntry resolved;

    /** @param bpd null where BPD lacks the barcode: then nothing resolves (D1) */
    CompanyView(@Nullable Bpd bpd, ScopeLayers company) {
        this.bpd = bpd;
        this.company = company;
    }

    /** The entry that holds where no company has one of its own. */
    @Nullable
    Entry everywhere() {
        return bpd == null ? null : new Entry(resolve(bpd), false);
    }

    /** The company's own entry, null where it has none. */
    @Nullable
    Entry company() {
        return bpd == null || company.isEmpty() ? null : new Entry(resolve(bpd), company.listed());
    }

    /** A location's own entry, null where it has none. */
    @Nullable
    Entry location(ScopeLayers location) {
        if (bpd == null || location.isEmpty()) {
            return null;
        }
        ResolvedEntry entry = location.attributes() == null
                ? resolve(bpd)
                : new VariantLayers(
                                bpd.values(),
                                bpd.stateCodes(),
                                company.override(),
                                company.attributes(),
                                location.attributes())
                        .resolve();
        return new Entry(entry, location.listed());
    }

    private ResolvedEntry resolve(Bpd canonical) {
        if (resolved == null) {
            resolved = new VariantLayers(
                            canonical.values(), canonical.stateCodes(), company.override(), company.attributes(), null)
                    .resolve();
        }
        return resolved;
    }
}
