package dev.partnercatalog.resolution;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A location's configuration for one partner. What is null is the company's (D6, D8).
 *
 * @param assetPriority the first part of the location's own asset configuration; an empty list is a part of its own
 * @param variantTypePreferences the second part; so is an empty map
 * @param allowedFields the location's own flags
 */
public record LocationConfiguration(
        @Nullable List<AssetPriority> assetPriority,
        @Nullable Map<String, List<String>> variantTypePreferences,
        @Nullable LocationFlags allowedFields) {

    public LocationConfiguration {
        assetPriority = assetPriority == null ? null : List.copyOf(assetPriority);
        variantTypePreferences = variantTypePreferences == null ? null : Map.copyOf(variantTypePreferences);
    }

    /** The location's asset configuration, with the company's in the place of a part that it lacks (D8). */
    public AssetConfiguration assets(AssetConfiguration company) {
        return new AssetConfiguration(
                assetPriority == null ? company.assetPriority() : assetPriority,
                variantTypePreferences == null ? company.variantTypePreferences() : variantTypePreferences);
    }
}
