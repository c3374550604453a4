package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A partner's configuration at one scope, with its layers merged (specification, "Configuration resolution").
 *
 * @param variantAssetConfig by variant type, sorted by it; each list sorted by {@code order}
 * @param cannabisUnitOfMeasure null if none is configured
 * @param terpeneUnitOfMeasure null if none is configured
 */
public record ResolvedConfiguration(
        AllowedFields allowedFields,
        Map<String, List<AssetEntry>> variantAssetConfig,
        @Nullable String cannabisUnitOfMeasure,
        @Nullable String terpeneUnitOfMeasure) {

    public ResolvedConfiguration {
        requireNonNull(allowedFields, "allowedFields");
        var config = new TreeMap<String, List<AssetEntry>>();
        variantAssetConfig.forEach((variantType, entries) -> config.put(variantType, List.copyOf(entries)));
        variantAssetConfig = Collections.unmodifiableMap(config);
    }

    /**
     * Merges the defaults, the company's and the location's configuration: a location's flags replace the company's, and so
     * does each part of its asset configuration (D6, D8).
     *
     * @param allowedFields the partner's flags for the company
     * @param location null at company scope, or if the location has no configuration
     */
    public static ResolvedConfiguration of(
            AllowedFields allowedFields,
            @Nullable CompanyConfiguration company,
            @Nullable LocationConfiguration location) {
        return new ResolvedConfiguration(
                flags(allowedFields, location),
                assets(company, location).variantAssetConfig(),
                company == null ? null : company.cannabisUnitOfMeasure(),
                company == null ? null : company.terpeneUnitOfMeasure());
    }

    private static AllowedFields flags(AllowedFields company, @Nullable LocationConfiguration location) {
        LocationFlags own = location == null ? null : location.allowedFields();
        return own == null
                ? company
                : new AllowedFields(
                        own.badges(), company.cannabinoidOverrides(), own.displayNameOverrides(), own.labels());
    }

    private static AssetConfiguration assets(
            @Nullable CompanyConfiguration company, @Nullable LocationConfiguration location) {
        AssetConfiguration ofCompany = company == null ? AssetConfiguration.NONE : company.assets();
        return location == null ? ofCompany : location.assets(ofCompany);
    }
}
