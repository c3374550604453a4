package dev.partnercatalog.schemas.event;

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
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The rules for upstream events: ids are valid, the key and the value agree, and numbers and sizes are within their
 * limits. A check throws {@link MalformedEventException}, or {@link InvalidKeyException} if an id is invalid. The
 * message is written for the publisher.
 */
public final class EventRules {

    private EventRules() {}

    /**
     * Checks an event before it is published, against every rule except its size ({@link #size}).
     *
     * @param value null if the event deletes the key's record
     * @throws MalformedEventException if the catalog would reject the event, or a value that can't be null is missing
     * @throws IllegalArgumentException if the topic isn't written by upstream systems, or holds records of another type
     */
    public static void check(CatalogTopic topic, String key, @Nullable SpecificRecord value) {
        if (value != null) {
            complete(topic, value);
        }
        try {
            checkDecoded(topic, key, value);
        } catch (InvalidKeyException e) {
            throw new MalformedEventException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Checks an event as {@link #check} does, but not whether its value is complete: what was decoded always is.
     *
     * @throws InvalidKeyException if the key is invalid
     */
    public static void checkDecoded(CatalogTopic topic, String key, @Nullable SpecificRecord value) {
        Map<String, Object> ids = EventKey.parse(topic, key);
        if (value == null) {
            return;
        }
        ids.forEach((field, id) -> agree(field, id, EventKey.value(value, field)));
        if (value instanceof BpdVariant product) {
            finite(product.getUnitSize());
        } else if (value instanceof CompanyOverride override && override.getUnitSize() != null) {
            finite(override.getUnitSize());
        } else if (value instanceof DisplayAttributes attributes && topic == CatalogTopic.COMPANY_ATTRIBUTES) {
            agree("locationId", null, attributes.getLocationId());
        } else if (value instanceof Listing listing) {
            Ids.requireBarcode(listing.getBarcode());
        } else if (value instanceof Company company) {
            company(company);
        } else if (value instanceof CompanyConfig config) {
            limits(config.getAssetPriority());
        } else if (value instanceof LocationConfig config && config.getAssetPriority() != null) {
            limits(config.getAssetPriority());
        } else if (value instanceof Partner partner) {
            partner(partner);
        }
    }

    /** A decoded record is always complete; one that a program builds need not be. */
    private static void complete(CatalogTopic topic, SpecificRecord value) {
        if (!topic.valueType().isInstance(value)) {
            throw new IllegalArgumentException(topic.baseName() + " holds records of type "
                    + topic.valueType().getName() + ", not " + value.getClass().getName());
        }
        for (Schema.Field field : value.getSchema().getFields()) {
            if (!SpecificData.get().validate(field.schema(), value.get(field.pos()))) {
                throw new MalformedEventException(field.name() + " is missing, or one of its parts is");
            }
        }
    }

    private static void company(Company value) {
        Ids.requireText("providerId", value.getProviderId());
        Set<Object> locations = new HashSet<>();
        for (CompanyLocation location : value.getLocations()) {
            Ids.requireNumber("locationId", location.getLocationId());
            once("locations.locationId", location.getLocationId(), locations);
            Ids.requireText("locations.providerId", location.getProviderId());
        }
        for (String partnerId : value.getSharedWithPartnerIds()) {
            Ids.requireName("sharedWithPartnerIds", partnerId);
        }
    }

    private static void partner(Partner value) {
        webhook(value.getWebhook());
        Set<Object> companies = new HashSet<>();
        for (AllowedCompany company : value.getAllowedCompanies()) {
            Ids.requireNumber("allowedCompanies.id", company.getId());
            once("allowedCompanies.id", company.getId(), companies);
            Ids.requireText("allowedCompanies.providerId", company.getProviderId());
            Set<Object> locations = new HashSet<>();
            for (AllowedLocation location : company.getLocations()) {
                Ids.requireNumber("allowedCompanies.locations.id", location.getId());
                once("allowedCompanies.locations.id", location.getId(), locations);
                Ids.requireText("allowedCompanies.locations.providerId", location.getProviderId());
            }
        }
        long json = PartnerSize.jsonBytes(value);
        if (json > PartnerSize.MOST_JSON_BYTES) {
            throw new MalformedEventException("the configuration is " + json + " bytes of JSON long: at most "
                    + PartnerSize.MOST_JSON_BYTES + " are allowed, so that the partner can send it back");
        }
    }

    /** Whether webhooks may be sent there is for the sender to decide: it depends on its settings and the name's addresses. */
    private static void webhook(WebhookSetting webhook) {
        if (!webhook.getEnabled() && webhook.getUrl().isEmpty()) {
            return;
        }
        try {
            WebhookTarget.parse(webhook.getUrl());
        } catch (IllegalArgumentException e) {
            throw new MalformedEventException("webhook.url " + e.getMessage(), e);
        }
    }

    /**
     * Checks the size of an event. An entry combines up to four layers, so each event is limited to a size at which the
     * largest entry still fits into the largest record that the resolver writes. An entry too large for its topic would
     * stop the resolver for good. A partner may be larger (D34).
     *
     * @param topic the input topic
     * @param key as published
     * @param value as published
     */
    public static void size(CatalogTopic topic, byte @Nullable [] key, byte @Nullable [] value) {
        int size = (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        int largest = TopicSettings.maxEventBytes(topic);
        if (size > largest) {
            throw new MalformedEventException("the event is " + size + " bytes long: at most " + largest
                    + " are allowed for key and value together");
        }
    }

    /** Checks that a field that is in both the key and the value is the same in both. */
    public static void agree(String field, @Nullable Object inKey, @Nullable Object inValue) {
        if (!Objects.equals(inKey, inValue)) {
            throw new MalformedEventException("the key and the value disagree: " + field + " is " + quoted(inKey)
                    + " in the key, but " + quoted(inValue) + " in the value");
        }
    }

    /** Quotes text, as other reasons do. */
    private static @Nullable Object quoted(@Nullable Object value) {
        return value instanceof String text ? Ids.quoted(text) : value;
    }

    /** Two elements with the same id would leave open which one applies (D34). */
    private static void once(String field, Object id, Set<Object> before) {
        if (!before.add(id)) {
            throw new MalformedEventException(field + " " + id + " occurs twice");
        }
    }

    private static void finite(double unitSize) {
        if (!Double.isFinite(unitSize)) {
            throw new MalformedEventException("unitSize " + unitSize + " is invalid: expected a finite number");
        }
    }

    private static void limits(List<AssetPriority> assetPriority) {
        for (AssetPriority entry : assetPriority) {
            if (entry.getLimit() < 1) {
                throw new MalformedEventException("limit " + entry.getLimit() + " of asset type "
                        + Ids.quoted(entry.getAssetType()) + " is invalid: expected at least 1");
            }
        }
    }
}
