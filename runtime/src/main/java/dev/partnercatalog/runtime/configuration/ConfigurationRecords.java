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
            new LocationConfiguration(null, null, new LocationFlags(false, false, false));

    private ConfigurationRecords() {}

    static AllowedFields flags(dev.partnercatalog.events.AllowedFields flags) {
        return new AllowedFields(
                flags.getBadges(), flags.getCannabinoidOverrides(), flags.getDisplayNameOverrides(), flags.getLabels());
    }

    static @Nullable CompanyConfiguration company(@Nullable ScopeConfig config) {
        if (config == null) {
            return null;
        }
        List<AssetPriority> priority = priority(config);
        return new CompanyConfiguration(
                new AssetConfiguration(
                        priority == null ? List.of() : priority,
                        Objects.requireNonNullElse(config.getVariantTypePreferences(), Map.of())),
                config.getCannabisUnitOfMeasure(),
                config.getTerpeneUnitOfMeasure());
    }

    static @Nullable LocationConfiguration location(@Nullable ScopeConfig config) {
        if (config == null) {
            return null;
        }
        var flags = config.getAllowedFields();
        return new LocationConfiguration(
                priority(config),
                config.getVariantTypePreferences(),
                flags == null
                        ? null
                        : new LocationFlags(flags.getBadges(), flags.getDisplayNameOverrides(), flags.getLabels()));
    }

    private static @Nullable List<AssetPriority> priority(ScopeConfig config) {
        List<dev.partnercatalog.events.AssetPriority> priority = config.getAssetPriority();
        return priority == null
                ? null
                : priority.stream()
                        .map(entry -> new AssetPriority(entry.getAssetType(), entry.getLimit()))
                        .toList();
    }
}
