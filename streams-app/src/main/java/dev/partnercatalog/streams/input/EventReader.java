package dev.partnercatalog.streams.input;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.events.CompanyConfig;
import dev.partnercatalog.events.CompanyLocation;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.events.LocationConfig;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.schemas.key.CompanyKey;
import dev.partnercatalog.schemas.key.CompanyVariantKey;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.LocationVariantKey;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.InputEvent.CompanyEvent;
import dev.partnercatalog.streams.input.InputEvent.LayerEvent;
import dev.partnercatalog.streams.input.InputEvent.ListingEvent;
import dev.partnercatalog.streams.input.InputEvent.PartnerEvent;
import dev.partnercatalog.streams.input.InputEvent.ScopeConfigEvent;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes and checks one input record at a time: the key's form, the value's, and that they agree (the input contract).
 * Not thread-safe.
 */
public final class EventReader implements RecordReader {

    private final RecordDeserializer<BpdVariant> bpdVariants;
    private final RecordDeserializer<CompanyOverride> overrides;
    private final RecordDeserializer<DisplayAttributes> attributes;
    private final RecordDeserializer<Listing> listings;
    private final RecordDeserializer<Company> companies;
    private final RecordDeserializer<CompanyConfig> companyConfigs;
    private final RecordDeserializer<LocationConfig> locationConfigs;
    private final RecordDeserializer<Partner> partners;
    private final SingleObjectSerde<BpdVariant> bpdLayer = new SingleObjectSerde<>(BpdVariant.class);
    private final SingleObjectSerde<CompanyOverride> overrideLayer = new SingleObjectSerde<>(CompanyOverride.class);
    private final SingleObjectSerde<DisplayAttributes> attributesLayer =
            new SingleObjectSerde<>(DisplayAttributes.class);

    public EventReader(SchemaRegistry registry) {
        bpdVariants = new RecordDeserializer<>(registry, BpdVariant.class);
        overrides = new RecordDeserializer<>(registry, CompanyOverride.class);
        attributes = new RecordDeserializer<>(registry, DisplayAttributes.class);
        listings = new RecordDeserializer<>(registry, Listing.class);
        companies = new RecordDeserializer<>(registry, Company.class);
        companyConfigs = new RecordDeserializer<>(registry, CompanyConfig.class);
        locationConfigs = new RecordDeserializer<>(registry, LocationConfig.class);
        partners = new RecordDeserializer<>(registry, Partner.class);
    }

    @Override
    public InputEvent read(CatalogTopic topic, byte @Nullable [] keyBytes, byte @Nullable [] value) {
        String key = RecordForm.text(keyBytes);
        return switch (topic) {
            case BPD_VARIANTS -> bpdVariant(key, value);
            case COMPANY_OVERRIDES -> companyOverride(key, value);
            case COMPANY_ATTRIBUTES -> companyAttributes(key, value);
            case LOCATION_ATTRIBUTES -> locationAttributes(key, value);
            case LISTINGS -> listing(key, value);
            case COMPANIES -> company(key, value);
            case COMPANY_CONFIGS -> companyConfig(key, value);
            case LOCATION_CONFIGS -> locationConfig(key, value);
            case PARTNERS -> partner(key, value);
            default -> throw new IllegalArgumentException(topic + " is no input topic");
        };
    }

    private InputEvent bpdVariant(String key, byte @Nullable [] bytes) {
        String barcode = Ids.requireBarcode(key);
        BpdVariant value = RecordForm.read(bpdVariants, bytes);
        if (value != null) {
            RecordForm.agree("barcode", barcode, value.getBarcode());
            RecordForm.finite(value.getUnitSize());
        }
        return layer(barcode, LayerKind.BPD, null, null, value == null ? null : bpdLayer.encode(value));
    }

    private InputEvent companyOverride(String key, byte @Nullable [] bytes) {
        CompanyVariantKey id = CompanyVariantKey.parse(key);
        CompanyOverride value = RecordForm.read(overrides, bytes);
        if (value != null) {
            RecordForm.agree("companyId", id.companyId(), value.getCompanyId());
            RecordForm.agree("barcode", id.barcode(), value.getBarcode());
            if (value.getUnitSize() != null) {
                RecordForm.finite(value.getUnitSize());
            }
        }
        return layer(
                id.barcode(),
                LayerKind.OVERRIDE,
                id.companyId(),
                null,
                value == null ? null : overrideLayer.encode(value));
    }

    private InputEvent companyAttributes(String key, byte @Nullable [] bytes) {
        CompanyVariantKey id = CompanyVariantKey.parse(key);
        return attributes(id.companyId(), null, id.barcode(), RecordForm.read(attributes, bytes));
    }

    private InputEvent locationAttributes(String key, byte @Nullable [] bytes) {
        LocationVariantKey id = LocationVariantKey.parse(key);
        return attributes(id.companyId(), id.locationId(), id.barcode(), RecordForm.read(attributes, bytes));
    }

    private InputEvent attributes(
            long companyId, @Nullable Long locationId, String barcode, @Nullable DisplayAttributes value) {
        if (value != null) {
            RecordForm.agree("companyId", companyId, value.getCompanyId());
            RecordForm.agree("locationId", locationId, value.getLocationId());
            RecordForm.agree("barcode", barcode, value.getBarcode());
        }
        return layer(
                barcode,
                LayerKind.ATTRIBUTES,
                companyId,
                locationId,
                value == null ? null : attributesLayer.encode(value));
    }

    private InputEvent listing(String key, byte @Nullable [] bytes) {
        ListingKey id = ListingKey.parse(key);
        Listing value = RecordForm.read(listings, bytes);
        if (value == null) {
            return new ListingEvent(id, null);
        }
        RecordForm.agree("companyId", id.companyId(), value.getCompanyId());
        RecordForm.agree("locationId", id.locationId(), value.getLocationId());
        RecordForm.agree("sku", id.sku(), value.getSku());
        return new ListingEvent(id, Ids.requireBarcode(value.getBarcode()));
    }

    private InputEvent company(String key, byte @Nullable [] bytes) {
        CompanyKey id = CompanyKey.parse(key);
        Company value = RecordForm.read(companies, bytes);
        if (value != null) {
            RecordForm.agree("companyId", id.companyId(), value.getCompanyId());
            for (CompanyLocation location : value.getLocations()) {
                Ids.requireNumber("locationId", location.getLocationId());
            }
            for (String partnerId : value.getSharedWithPartnerIds()) {
                Ids.requireName("sharedWithPartnerIds", partnerId);
            }
        }
        return new CompanyEvent(id.encode(), value);
    }

    private InputEvent companyConfig(String key, byte @Nullable [] bytes) {
        ScopeConfigKey id = ScopeConfigKey.parse(key);
        if (id.locationId() != null) {
            throw new IllFormedEventException("key \"" + key + "\" is out of form: expected partnerId/companyId");
        }
        CompanyConfig value = RecordForm.read(companyConfigs, bytes);
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

    private InputEvent locationConfig(String key, byte @Nullable [] bytes) {
        ScopeConfigKey id = ScopeConfigKey.parse(key);
        Long locationId = id.locationId();
        if (locationId == null) {
            throw new IllFormedEventException(
                    "key \"" + key + "\" is out of form: expected partnerId/companyId/locationId");
        }
        LocationConfig value = RecordForm.read(locationConfigs, bytes);
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

    private InputEvent partner(String key, byte @Nullable [] bytes) {
        String partnerId = Ids.requireName("partnerId", key);
        Partner value = RecordForm.read(partners, bytes);
        if (value != null) {
            RecordForm.agree("partnerId", partnerId, value.getPartnerId());
            for (AllowedCompany company : value.getAllowedCompanies()) {
                Ids.requireNumber("allowedCompanies.id", company.getId());
                for (AllowedLocation location : company.getLocations()) {
                    Ids.requireNumber("allowedCompanies.locations.id", location.getId());
                }
            }
        }
        return new PartnerEvent(partnerId, value);
    }

    private static InputEvent layer(
            String barcode,
            LayerKind kind,
            @Nullable Long companyId,
            @Nullable Long locationId,
            byte @Nullable [] layer) {
        LayerUpdate update = new LayerUpdate();
        update.setKind(kind);
        update.setCompanyId(companyId);
        update.setLocationId(locationId);
        update.setLayer(layer == null ? null : ByteBuffer.wrap(layer));
        return new LayerEvent(barcode, update);
    }
}
