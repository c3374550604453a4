package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

/**
 * An asset type in a retailer's order.
 *
 * @param limit how many assets of the type are returned for a variant, at least 1 (D8)
 */
public record AssetPriority(String assetType, int limit) {

    /** Throws {@link IllegalArgumentException} if the limit is below 1. */
    public AssetPriority {
        requireNonNull(assetType, "assetType");
        if (limit < 1) {
            throw new IllegalArgumentException(
                    "the limit of asset type '" + assetType + "' is " + limit + ": at least 1 is required");
        }
    }
}
