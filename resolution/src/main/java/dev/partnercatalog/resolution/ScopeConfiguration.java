package dev.partnercatalog.resolution;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a partner has configured for a company or a location itself. What is null for a location is the company's (D6, D8).
 *
 * @param assetPriority the asset types in the retailer's order, most preferred first; an empty list is an order of its own
 * @param variantTypePreferences the asset types to put first, by variant type, which is empty for
 *     variants without one; an empty map is one of its own
 * @param allowedFields a location's flags, except for {@code cannabinoidOverrides}, which is always the company's; null
 *     for a company, whose flags come with the partner
 * @param cannabisUnitOfMeasure the unit to which cannabinoids are converted; null: none (D7), and for a location
 * @param terpeneUnitOfMeasure the unit to which terpenes are converted; null: none (D7), and for a location
 */
public record ScopeConfiguration(
        @Nullable List<AssetPriority> assetPriority,
        @Nullable Map<String, List<String>> variantTypePreferences,
        @Nullable AllowedFields allowedFields,
        @Nullable String cannabisUnitOfMeasure,
        @Nullable String terpeneUnitOfMeasure) {

    static final ScopeConfiguration NONE = new ScopeConfiguration(null, null, null, null, null);

    public ScopeConfiguration {
        assetPriority = assetPriority == null ? null : List.copyOf(assetPriority);
        variantTypePreferences = variantTypePreferences == null ? null : Map.copyOf(variantTypePreferences);
    }
}
