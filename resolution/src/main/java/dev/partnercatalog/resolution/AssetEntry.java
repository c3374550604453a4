package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

/**
 * An asset type in {@code variantAssetConfig}.
 *
 * @param limit how many assets of the type are returned for a variant
 * @param order the type's rank, from 1; lower ranks are preferred
 */
public record AssetEntry(String assetType, int limit, int order) {

    public AssetEntry {
        requireNonNull(assetType, "assetType");
    }
}
