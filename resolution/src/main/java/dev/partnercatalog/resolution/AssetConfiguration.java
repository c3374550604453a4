package dev.partnercatalog.resolution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The asset types that a retailer wants.
 *
 * @param assetPriority the retailer's order, most preferred first
 * @param variantTypePreferences the asset types to put first, by variant type; the empty string stands for typeless
 *     variants
 */
public record AssetConfiguration(List<AssetPriority> assetPriority, Map<String, List<String>> variantTypePreferences) {

    public static final AssetConfiguration NONE = new AssetConfiguration(List.of(), Map.of());

    private static final int DEFAULT_LIMIT = 1;

    public AssetConfiguration {
        assetPriority = List.copyOf(assetPriority);
        var preferences = new TreeMap<String, List<String>>();
        variantTypePreferences.forEach((variantType, types) -> preferences.put(variantType, List.copyOf(types)));
        variantTypePreferences = Collections.unmodifiableMap(preferences);
    }

    /** The ranked asset types of each variant type that has a preference, sorted by {@code order} (D8). */
    public SortedMap<String, List<AssetEntry>> variantAssetConfig() {
        Map<String, Integer> limits = new LinkedHashMap<>();
        assetPriority.forEach(priority -> limits.putIfAbsent(priority.assetType(), priority.limit()));
        var config = new TreeMap<String, List<AssetEntry>>();
        variantTypePreferences.forEach((variantType, preferred) -> config.put(variantType, ranked(preferred, limits)));
        return Collections.unmodifiableSortedMap(config);
    }

    private static List<AssetEntry> ranked(List<String> preferred, Map<String, Integer> limits) {
        var types = new LinkedHashSet<>(preferred);
        types.addAll(limits.keySet());
        var entries = new ArrayList<AssetEntry>();
        for (String type : types) {
            entries.add(new AssetEntry(type, limits.getOrDefault(type, DEFAULT_LIMIT), entries.size() + 1));
        }
        return List.copyOf(entries);
    }
}
