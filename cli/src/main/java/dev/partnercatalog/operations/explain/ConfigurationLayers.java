package dev.partnercatalog.operations.explain;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetEntry;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What each layer of a partner's configuration sets at a scope, and what applies.
 *
 * @param ofCompany what applies at company scope
 * @param location the location's record; null at company scope and if there is none
 * @param holds what applies at the scope, as in the API's response
 */
public record ConfigurationLayers(
        AllowedFields partnersFlags,
        @Nullable ScopeConfig company,
        ResolvedConfiguration ofCompany,
        @Nullable ScopeConfig location,
        ResolvedConfiguration holds) {

    private static final ResolvedConfiguration DEFAULTS = ResolvedConfiguration.of(AllowedFields.NONE, null, null);

    /**
     * One setting.
     *
     * @param holds its value in the API's response
     * @param layers what the defaults, the company and the location set, in this order; null for nothing. {@code holds}
     *     comes from the last one that sets something.
     */
    public record Setting(String name, String holds, List<@Nullable String> layers) {

        public int winner() {
            int winner = layers.size() - 1;
            while (layers.get(winner) == null) {
                winner--;
            }
            return winner;
        }
    }

    static ConfigurationLayers of(
            ConfigurationTables tables, PartnerConfig partner, AllowedCompany company, Scope scope) {
        String partnerId = partner.getPartner().getPartnerId();
        ResolvedConfiguration ofCompany = tables.resolve(partner, company, scope.companyId());
        return new ConfigurationLayers(
                ofCompany.allowedFields(),
                tables.company(partnerId, scope.companyId()),
                ofCompany,
                scope.isCompany() ? null : tables.location(partnerId, scope.companyId(), scope.locationId()),
                tables.resolve(partner, company, scope.locationId()));
    }

    public List<Setting> settings() {
        List<Setting> settings = new ArrayList<>();
        var own = location == null ? null : location.getAllowedFields();
        settings.add(flag("badges", AllowedFields::badges, own == null ? null : own.getBadges()));
        settings.add(flag("cannabinoidOverrides", AllowedFields::cannabinoidOverrides, null));
        settings.add(flag(
                "displayNameOverrides",
                AllowedFields::displayNameOverrides,
                own == null ? null : own.getDisplayNameOverrides()));
        settings.add(flag("labels", AllowedFields::labels, own == null ? null : own.getLabels()));
        settings.add(unit(
                "cannabisUnitOfMeasure",
                holds.cannabisUnitOfMeasure(),
                company == null ? null : company.getCannabisUnitOfMeasure()));
        settings.add(unit(
                "terpeneUnitOfMeasure",
                holds.terpeneUnitOfMeasure(),
                company == null ? null : company.getTerpeneUnitOfMeasure()));
        settings.addAll(assets());
        return settings;
    }

    private Setting flag(String name, Function<AllowedFields, Boolean> flag, @Nullable Boolean ofLocation) {
        return new Setting(
                name,
                flag.apply(holds.allowedFields()).toString(),
                Arrays.asList(
                        flag.apply(DEFAULTS.allowedFields()).toString(),
                        flag.apply(partnersFlags).toString(),
                        ofLocation == null ? null : ofLocation.toString()));
    }

    private static Setting unit(String name, @Nullable String holds, @Nullable String ofCompany) {
        return new Setting(
                name,
                holds == null ? "none" : ShownValue.of(holds),
                Arrays.asList("none", ofCompany == null ? null : ShownValue.of(ofCompany), null));
    }

    /** A setting for each variant type for which a layer has an entry; a layer's map replaces all of those below. */
    private List<Setting> assets() {
        Map<String, List<AssetEntry>> ofLocation = location == null ? null : ownAssets(location);
        TreeSet<String> variantTypes =
                new TreeSet<>(ofCompany.variantAssetConfig().keySet());
        if (ofLocation != null) {
            variantTypes.addAll(ofLocation.keySet());
        }
        return variantTypes.stream()
                .map(variantType -> new Setting(
                        "variantAssetConfig " + ShownValue.of(variantType),
                        entry(holds.variantAssetConfig(), variantType),
                        Arrays.asList(
                                entry(DEFAULTS.variantAssetConfig(), variantType),
                                company == null ? null : entry(ofCompany.variantAssetConfig(), variantType),
                                ofLocation == null ? null : entry(ofLocation, variantType))))
                .toList();
    }

    /** The map that the location's part makes, null if it has none and the company's applies (D8). */
    private @Nullable Map<String, List<AssetEntry>> ownAssets(ScopeConfig location) {
        return location.getAssetPriority() == null && location.getVariantTypePreferences() == null
                ? null
                : holds.variantAssetConfig();
    }

    private static String entry(Map<String, List<AssetEntry>> assets, String variantType) {
        List<AssetEntry> entries = assets.get(variantType);
        return entries == null ? "no entry" : described(entries);
    }

    /** Asset types in order, each with its limit. */
    public static String described(List<AssetEntry> entries) {
        return entries.isEmpty()
                ? "empty"
                : entries.stream()
                        .map(entry -> entry.assetType() + " " + entry.limit())
                        .collect(Collectors.joining(", "));
    }
}
