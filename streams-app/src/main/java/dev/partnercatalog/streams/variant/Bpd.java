package dev.partnercatalog.streams.variant;

import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.VariantLayers;
import org.jspecify.annotations.Nullable;

/** The canonical data of a variant. Not thread-safe. */
final class Bpd {

    private final FieldValues values;
    private final long revision;
    private @Nullable ResolvedEntry resolved;

    /** @param revision of its record in {@code resolved-variants} */
    Bpd(FieldValues values, long revision) {
        this.values = values;
        this.revision = revision;
    }

    FieldValues values() {
        return values;
    }

    /** The revision of its record in {@code resolved-variants}. */
    long revision() {
        return revision;
    }

    /** The same product, in another record. */
    Bpd at(long another) {
        Bpd same = new Bpd(values, another);
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
            known = new VariantLayers(values, null, null, null).resolve();
            resolved = known;
        }
        return known;
    }
}
