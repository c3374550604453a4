package dev.partnercatalog.runtime.configuration;

import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.AssetConfiguration;
import dev.partnercatalog.resolution.AssetPriority;
import dev.partnercatalog.resolution.CompanyConfiguration;
import dev.partnercatalog.resolution.LocationConfiguration;
import dev.partnercatalog.resolution.LocationFlags;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Translates configurations from their records to the model of the rules. */
final class ConfigurationRecords {

    /** For a location whose own configuration is unknown. */
    static final LocationConfiguration NOTHING_ALLOWED =
            new LocationConfiguration(null, new LocationFlags(false, false, false));

    private ConfigurationRecords() {}

    static AllowedFields flags(dev.partnercatalog.events.AllowedFields flags) {
        return new AllowedFields(
                flags.getBadges(), flags.getCannabinoidOverrides(), flags.getDisplayNameOverrides(), flags.getLabels());
    }

    static @Nullable CompanyConfiguration company(@Nullable ScopeConfig config) {
        if (config == null) {
            return null;
        }
        AssetConfiguration assets = assets(config);
        return new CompanyConfiguration(
                assets == null ? new AssetConfiguration(List.of(), Map.of()) : assets,
                config.getCannabisUnitOfMeasure(),
                config.getTerpeneUnitOfMeasure());
    }

    static @Nullable LocationConfiguration location(@Nullable ScopeConfig config) {
        if (config == null) {
            return null;
        }
        var flags = config.getAllowedFields();
        return new LocationConfiguration(
                assets(config),
                flags == null
                        ? null
                        : new LocationFlags(flags.getBadges(), flags.getDisplayNameOverrides(), flags.getLabels()));
    }

    /** A scope has its own asset configuration if it sets either part; the other part is then empty (D8). */
    private static @Nullable AssetConfiguration assets(ScopeConfig config) {
        if (config.getAssetPriority() == null && config.getVariantTypePreferences() == null) {
            return null;
        }
        List<dev.partnercatalog.events.AssetPriority> priority =
                Objects.requireNonNullElse(config.getAssetPriority(), List.of());
        return new AssetConfiguration(
                priority.stream()
                        .map(entry -> new AssetPriority(entry.getAssetType(), entry.getLimit()))
                        .toList(),
                Objects.requireNonNullElse(config.getVariantTypePreferences(), Map.of()));
    }
}
