package dev.partnercatalog.resolution;

import static dev.partnercatalog.resolution.VariantField.ASSETS;
import static dev.partnercatalog.resolution.VariantField.BRAND_ASSETS;
import static dev.partnercatalog.resolution.VariantField.VARIANT_TYPE;
import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps the assets that the scope's configuration selects (specification, "Asset resolution per variant"; D9). */
final class AssetSelection {

    private static final List<AssetEntry> SYSTEM_DEFAULT = List.of(
            new AssetEntry("Product", 1, 1),
            new AssetEntry("ComboProduct", 1, 2),
            new AssetEntry("PrimaryBrand", 1, 3));

    private AssetSelection() {}

    static SourcedValues apply(SourcedValues variant, ResolvedConfiguration configuration) {
        FieldValues values = variant.values();
        List<AssetEntry> configured =
                configuration.variantAssetConfig().getOrDefault(requireNonNull(values.text(VARIANT_TYPE)), List.of());
        List<AssetEntry> wanted = configured.isEmpty() ? SYSTEM_DEFAULT : configured;
        return variant.toBuilder()
                .set(ASSETS, select(requireNonNull(values.assets(ASSETS)), wanted))
                .set(BRAND_ASSETS, select(requireNonNull(values.assets(BRAND_ASSETS)), wanted))
                .build();
    }

    private static Map<String, List<Asset>> select(Map<String, List<Asset>> assets, List<AssetEntry> wanted) {
        var selected = new TreeMap<String, List<Asset>>();
        for (AssetEntry entry : wanted) {
            List<Asset> ofType = assets.getOrDefault(entry.assetType(), List.of());
            if (!ofType.isEmpty()) {
                selected.put(entry.assetType(), ofType.subList(0, Math.min(entry.limit(), ofType.size())));
            }
        }
        return selected;
    }
}
