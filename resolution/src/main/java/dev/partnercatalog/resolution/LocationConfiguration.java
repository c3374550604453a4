package dev.partnercatalog.resolution;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A location's configuration for one partner.
 *
 * @param assets null if the location has no asset configuration of its own, so that the company's applies
 * @param allowedFields null if the location has no flags of its own, so that the company's apply
 */
public record LocationConfiguration(
        @Nullable AssetConfiguration assets, @Nullable LocationFlags allowedFields) {

    /** A location has an asset configuration of its own if at least one part of it is set (D8). */
    public static LocationConfiguration of(
            @Nullable List<AssetPriority> assetPriority,
            @Nullable Map<String, List<String>> variantTypePreferences,
            @Nullable LocationFlags allowedFields) {
        AssetConfiguration assets = assetPriority == null && variantTypePreferences == null
                ? null
                : new AssetConfiguration(
                        assetPriority == null ? List.of() : assetPriority,
                        variantTypePreferences == null ? Map.of() : variantTypePreferences);
        return new LocationConfiguration(assets, allowedFields);
    }
}
