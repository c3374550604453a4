package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.VariantLayers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The canonical data of a variant. Not thread-safe. */
final class Bpd {

    private final FieldValues values;
    private final List<String> stateCodes;
    private final long revision;
    private @Nullable ResolvedEntry resolved;

    /** @param revision of its record in {@code resolved-variants} */
    Bpd(FieldValues values, List<String> stateCodes, long revision) {
        this.values = values;
        this.stateCodes = stateCodes;
        this.revision = revision;
    }

    FieldValues values() {
        return values;
    }

    List<String> stateCodes() {
        return stateCodes;
    }

    /** The revision of its record in {@code resolved-variants}. */
    long revision() {
        return revision;
    }

    /** The same product, in another record. */
    Bpd at(long another) {
        Bpd same = new Bpd(values, stateCodes, another);
        same.resolved = resolved;
        return same;
    }

    /**
     * The entry that results if no other layer sets anything. Most companies only list a variant, so it is resolved
     * once for all of them.
     */
    ResolvedEntry resolved() {
        ResolvedEntry known = resolved;
        if (known == null) {
            known = new VariantLayers(values, stateCodes, null, null, null).resolve();
            resolved = known;
        }
        return known;
    }
}
