package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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

    private static final int DEFAULT_LIMIT = 1;

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
            AllowedFields allowedFields, @Nullable ScopeConfiguration company, @Nullable ScopeConfiguration location) {
        ScopeConfiguration own = requireNonNullElse(location, ScopeConfiguration.NONE);
        ScopeConfiguration ofCompany = requireNonNullElse(company, ScopeConfiguration.NONE);
        return new ResolvedConfiguration(
                flags(allowedFields, own.allowedFields()),
                variantAssetConfig(
                        firstOf(own.assetPriority(), ofCompany.assetPriority(), List.of()),
                        firstOf(own.variantTypePreferences(), ofCompany.variantTypePreferences(), Map.of())),
                ofCompany.cannabisUnitOfMeasure(),
                ofCompany.terpeneUnitOfMeasure());
    }

    private static <T> T firstOf(@Nullable T own, @Nullable T ofCompany, T none) {
        return own == null ? requireNonNullElse(ofCompany, none) : own;
    }

    private static AllowedFields flags(AllowedFields company, @Nullable AllowedFields own) {
        return own == null
                ? company
                : new AllowedFields(
                        own.badges(), company.cannabinoidOverrides(), own.displayNameOverrides(), own.labels());
    }

    /** The ranked asset types of each variant type that has a preference (D8). */
    private static Map<String, List<AssetEntry>> variantAssetConfig(
            List<AssetPriority> assetPriority, Map<String, List<String>> variantTypePreferences) {
        Map<String, Integer> limits = new LinkedHashMap<>();
        assetPriority.forEach(priority -> limits.putIfAbsent(priority.assetType(), priority.limit()));
        Map<String, List<AssetEntry>> config = new HashMap<>();
        variantTypePreferences.forEach((variantType, preferred) -> config.put(variantType, ranked(preferred, limits)));
        return config;
    }

    private static List<AssetEntry> ranked(List<String> preferred, Map<String, Integer> limits) {
        var types = new LinkedHashSet<>(preferred);
        types.addAll(limits.keySet());
        var entries = new ArrayList<AssetEntry>();
        for (String type : types) {
            entries.add(new AssetEntry(type, limits.getOrDefault(type, DEFAULT_LIMIT), entries.size() + 1));
        }
        return entries;
    }
}
