package dev.partnercatalog.streams.input;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.AssetPriority;
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
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Decodes and checks one input record at a time: the key's form, the value's, and that they agree (the input contract).
 * Not thread-safe.
 */
final class EventReader {

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

    EventReader(SchemaRegistry registry) {
        bpdVariants = new RecordDeserializer<>(registry, BpdVariant.class);
        overrides = new RecordDeserializer<>(registry, CompanyOverride.class);
        attributes = new RecordDeserializer<>(registry, DisplayAttributes.class);
        listings = new RecordDeserializer<>(registry, Listing.class);
        companies = new RecordDeserializer<>(registry, Company.class);
        companyConfigs = new RecordDeserializer<>(registry, CompanyConfig.class);
        locationConfigs = new RecordDeserializer<>(registry, LocationConfig.class);
        partners = new RecordDeserializer<>(registry, Partner.class);
    }

    /**
     * @throws IllFormedEventException or {@link dev.partnercatalog.schemas.key.InvalidKeyException} or {@link
     *     dev.partnercatalog.schemas.registry.UnreadableRecordException} where the record is at fault
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException where it is not
     */
    InputEvent read(CatalogTopic topic, byte @Nullable [] keyBytes, byte @Nullable [] value) {
        String key = text(keyBytes);
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
            case RESOLVED_VARIANTS,
                    SKU_BARCODES,
                    PARTNER_CONFIGS,
                    SCOPE_CONFIGS,
                    COMPANY_DIRECTORY,
                    CLIENTS,
                    SIGNING_KEYS,
                    DEAD_LETTERS -> throw new IllegalArgumentException(topic + " is no input topic");
        };
    }

    private InputEvent bpdVariant(String key, byte @Nullable [] bytes) {
        String barcode = Ids.requireBarcode(key);
        BpdVariant value = read(bpdVariants, bytes);
        if (value != null) {
            agree("barcode", barcode, value.getBarcode());
            finite(value.getUnitSize());
        }
        return layer(barcode, LayerKind.BPD, null, null, value == null ? null : bpdLayer.encode(value));
    }

    private InputEvent companyOverride(String key, byte @Nullable [] bytes) {
        CompanyVariantKey id = CompanyVariantKey.parse(key);
        CompanyOverride value = read(overrides, bytes);
        if (value != null) {
            agree("companyId", id.companyId(), value.getCompanyId());
            agree("barcode", id.barcode(), value.getBarcode());
            if (value.getUnitSize() != null) {
                finite(value.getUnitSize());
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
        return attributes(id.companyId(), null, id.barcode(), read(attributes, bytes));
    }

    private InputEvent locationAttributes(String key, byte @Nullable [] bytes) {
        LocationVariantKey id = LocationVariantKey.parse(key);
        return attributes(id.companyId(), id.locationId(), id.barcode(), read(attributes, bytes));
    }

    private InputEvent attributes(
            long companyId, @Nullable Long locationId, String barcode, @Nullable DisplayAttributes value) {
        if (value != null) {
            agree("companyId", companyId, value.getCompanyId());
            agree("locationId", locationId, value.getLocationId());
            agree("barcode", barcode, value.getBarcode());
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
        Listing value = read(listings, bytes);
        if (value == null) {
            return new ListingEvent(id, null);
        }
        agree("companyId", id.companyId(), value.getCompanyId());
        agree("locationId", id.locationId(), value.getLocationId());
        agree("sku", id.sku(), value.getSku());
        return new ListingEvent(id, Ids.requireBarcode(value.getBarcode()));
    }

    private InputEvent company(String key, byte @Nullable [] bytes) {
        CompanyKey id = CompanyKey.parse(key);
        Company value = read(companies, bytes);
        if (value != null) {
            agree("companyId", id.companyId(), value.getCompanyId());
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
        CompanyConfig value = read(companyConfigs, bytes);
        if (value == null) {
            return new ScopeConfigEvent(id, null);
        }
        agree("partnerId", id.partnerId(), value.getPartnerId());
        agree("companyId", id.companyId(), value.getCompanyId());
        limits(value.getAssetPriority());
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
        LocationConfig value = read(locationConfigs, bytes);
        if (value == null) {
            return new ScopeConfigEvent(id, null);
        }
        agree("partnerId", id.partnerId(), value.getPartnerId());
        agree("companyId", id.companyId(), value.getCompanyId());
        agree("locationId", locationId, value.getLocationId());
        if (value.getAssetPriority() != null) {
            limits(value.getAssetPriority());
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
        Partner value = read(partners, bytes);
        if (value != null) {
            agree("partnerId", partnerId, value.getPartnerId());
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

    private static <T extends SpecificRecord> @Nullable T read(
            RecordDeserializer<T> deserializer, byte @Nullable [] bytes) {
        return bytes == null ? null : deserializer.deserialize("", bytes);
    }

    private static String text(byte @Nullable [] key) {
        if (key == null) {
            throw new IllFormedEventException("the record has no key");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(key))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllFormedEventException("the key is no UTF-8 text");
        }
    }

    private static void agree(String field, @Nullable Object inKey, @Nullable Object inValue) {
        if (!Objects.equals(inKey, inValue)) {
            throw new IllFormedEventException("the key and the value disagree: " + field + " is " + inKey
                    + " in the key, but " + inValue + " in the value");
        }
    }

    private static void finite(double unitSize) {
        if (!Double.isFinite(unitSize)) {
            throw new IllFormedEventException("unitSize " + unitSize + " is out of form: a finite number");
        }
    }

    private static void limits(List<AssetPriority> assetPriority) {
        for (AssetPriority entry : assetPriority) {
            if (entry.getLimit() < 1) {
                throw new IllFormedEventException("limit " + entry.getLimit() + " of asset type \""
                        + entry.getAssetType() + "\" is out of form: at least 1");
            }
        }
    }
}
