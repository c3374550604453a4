package dev.partnercatalog.streams.input;

import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.streams.input.InputEvent.ScopeConfigEvent;
import org.jspecify.annotations.Nullable;

/** Reads the configurations of companies and locations, for {@link EventReader}. Not thread-safe. */
final class ScopeConfigReader {

    private final RecordDeserializer<CompanyConfig> companyConfigs;
    private final RecordDeserializer<LocationConfig> locationConfigs;

    ScopeConfigReader(SchemaRegistry registry) {
        companyConfigs = new RecordDeserializer<>(registry, CompanyConfig.class);
        locationConfigs = new RecordDeserializer<>(registry, LocationConfig.class);
    }

    InputEvent companyConfig(String topic, String key, byte @Nullable [] bytes) {
        ScopeConfigKey id = ScopeConfigKey.parse(key);
        if (id.locationId() != null) {
            throw new IllFormedEventException("key \"" + key + "\" is out of form: expected partnerId/companyId");
        }
        CompanyConfig value = RecordForm.read(companyConfigs, topic, bytes);
        if (value == null) {
            return new ScopeConfigEvent(id, null);
        }
        RecordForm.agree("partnerId", id.partnerId(), value.getPartnerId());
        RecordForm.agree("companyId", id.companyId(), value.getCompanyId());
        RecordForm.limits(value.getAssetPriority());
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
        Long locationId = id.locationId();
        if (locationId == null) {
            throw new IllFormedEventException(
                    "key \"" + key + "\" is out of form: expected partnerId/companyId/locationId");
        }
        LocationConfig value = RecordForm.read(locationConfigs, topic, bytes);
        if (value == null) {
            return new ScopeConfigEvent(id, null);
        }
        RecordForm.agree("partnerId", id.partnerId(), value.getPartnerId());
        RecordForm.agree("companyId", id.companyId(), value.getCompanyId());
        RecordForm.agree("locationId", locationId, value.getLocationId());
        if (value.getAssetPriority() != null) {
            RecordForm.limits(value.getAssetPriority());
        }
        return new ScopeConfigEvent(
                id,
                new ScopeConfig(
                        id.partnerId(),
                        id.companyId(),
                        locationId,
                        value.getAssetPriority(),
                        value.getVariantTypePreferences(),
                        null,
                        null,
                        value.getAllowedFields()));
    }
}
