package dev.partnercatalog.streams.input;

import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.InputEvent.ScopeConfigEvent;
import org.jspecify.annotations.Nullable;

/** Reads the configurations of companies and locations, for {@link EventReader}. Not thread-safe. */
final class ScopeConfigReader {

    private final StateReader<CompanyConfig> companyConfigs;
    private final StateReader<LocationConfig> locationConfigs;

    ScopeConfigReader(SchemaRegistry registry) {
        companyConfigs = new StateReader<>(registry, CatalogTopic.COMPANY_CONFIGS, CompanyConfig.class);
        locationConfigs = new StateReader<>(registry, CatalogTopic.LOCATION_CONFIGS, LocationConfig.class);
    }

    InputEvent companyConfig(String topic, String key, byte @Nullable [] bytes) {
        ScopeConfigKey id = ScopeConfigKey.parse(key);
        CompanyConfig value = companyConfigs.read(topic, bytes);
        EventRules.checkDecoded(CatalogTopic.COMPANY_CONFIGS, key, value);
        if (value == null) {
            return new ScopeConfigEvent(id, null);
        }
        return new ScopeConfigEvent(
                id,
                new ScopeConfig(
                        id.partnerId(),
                        id.companyId(),
                        null,
                        value.getAssetPriority(),
                        value.getVariantTypePreferences(),
                        value.getCannabisUnitOfMeasure(),
                        value.getTerpeneUnitOfMeasure(),
                        null));
    }

    InputEvent locationConfig(String topic, String key, byte @Nullable [] bytes) {
        ScopeConfigKey id = ScopeConfigKey.parse(key);
        LocationConfig value = locationConfigs.read(topic, bytes);
        EventRules.checkDecoded(CatalogTopic.LOCATION_CONFIGS, key, value);
        if (value == null) {
            return new ScopeConfigEvent(id, null);
        }
        return new ScopeConfigEvent(
                id,
                new ScopeConfig(
                        id.partnerId(),
                        id.companyId(),
                        id.locationId(),
                        value.getAssetPriority(),
                        value.getVariantTypePreferences(),
                        null,
                        null,
                        value.getAllowedFields()));
    }
}
