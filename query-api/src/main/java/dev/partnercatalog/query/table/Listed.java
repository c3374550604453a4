package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.VariantImage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of what a scope lists, in order of barcode.
 *
 * @param next the barcode after which the next page begins; null on the last page
 */
public record Listed(List<Variant> variants, @Nullable String next) {

    /** The maximum number of SKUs returned for one variant. */
    public static final int MOST_SKUS = 10_000;

    public Listed {
        variants = List.copyOf(variants);
    }

    /**
     * A listed variant.
     *
     * @param image null if it doesn't resolve, or its record can't be read
     * @param skus under which the scope itself lists it, in order of their bytes; empty if they weren't requested
     */
    public record Variant(String barcode, @Nullable VariantImage image, List<String> skus) {

        public Variant {
            skus = List.copyOf(skus);
        }
    }
}
