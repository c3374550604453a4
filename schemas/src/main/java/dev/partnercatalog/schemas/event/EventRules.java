package dev.partnercatalog.schemas.event;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.AssetPriority;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.MalformedEventException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The rules for upstream events: ids are valid, the key and the value agree, and numbers and sizes are within their
 * limits. A check throws {@link MalformedEventException}; the message is written for the publisher.
 */
public final class EventRules {

    private EventRules() {}

    /**
     * Checks an event before it is published, against every rule except its size ({@link #size}).
     *
     * @param value a record of the topic's type; null if the event deletes the key's record
     * @throws MalformedEventException if the catalog would reject the event, or a value that can't be null is missing
     * @throws IllegalArgumentException if the topic isn't written by upstream systems
     */
    public static void check(CatalogTopic topic, String key, @Nullable SpecificRecord value) {
        if (value != null) {
            complete(value);
        }
        checkDecoded(topic, key, value);
    }

    /** Checks an event as {@link #check} does, but not whether its value is complete: what was decoded always is. */
    public static void checkDecoded(CatalogTopic topic, String key, @Nullable SpecificRecord value) {
        var ids = EventKey.parse(topic, key);
        if (value == null) {
            return;
        }
        ids.forEach((field, id) -> agree(field, id, EventKey.value(value, field)));
        if (topic == CatalogTopic.COMPANY_ATTRIBUTES) {
            agree("locationId", null, EventKey.value(value, "locationId"));
        }
        checkFields(value, "");
        if (value instanceof Partner partner) {
            long json = PartnerSize.jsonBytes(partner);
            if (json > PartnerSize.MOST_JSON_BYTES) {
                throw new MalformedEventException("the configuration is " + json + " bytes of JSON long: at most "
                        + PartnerSize.MOST_JSON_BYTES + " are allowed, so that the partner can send it back");
            }
        }
    }

    /** A decoded record is always complete; one that a program builds need not be. */
    private static void complete(SpecificRecord value) {
        for (Schema.Field field : value.getSchema().getFields()) {
            if (!SpecificData.get().validate(field.schema(), value.get(field.pos()))) {
                throw new MalformedEventException(field.name() + " is missing, or one of its parts is");
            }
        }
    }

    /** No field with a rule is in a map. */
    private static void checkFields(IndexedRecord record, String path) {
        for (Schema.Field field : record.getSchema().getFields()) {
            Object value = record.get(field.pos());
            if (value != null) {
                String name = path.isEmpty() ? field.name() : path + field.name();
                checkField(name, field, value, record);
                checkTogether(name, value);
                if (value instanceof IndexedRecord inner) {
                    checkFields(inner, name + ".");
                } else if (value instanceof List<?> parts
                        && !parts.isEmpty()
                        && parts.get(0) instanceof IndexedRecord) {
                    parts.forEach(part -> checkFields((IndexedRecord) part, name + "."));
                }
            }
        }
    }

    /**
     * Checks what the contract requires of a field beyond its type.
     *
     * @param name of the field, for the message
     * @param record its earlier fields are set
     */
    public static void checkField(String name, Schema.Field field, Object value, IndexedRecord record) {
        switch (field.name()) {
            case "barcode", "sku", "partnerId", "companyId", "locationId" -> EventKey.part(name, field.name(), value);
            case "providerId" -> Ids.requireText(name, (String) value);
            case "sharedWithPartnerIds" -> ((List<?>) value).forEach(id -> Ids.requireName(name, (String) id));
            case "id" -> {
                if (record instanceof AllowedCompany || record instanceof AllowedLocation) {
                    Ids.requireNumber(name, (String) value);
                }
            }
            case "unitSize" -> {
                if (!Double.isFinite((Double) value)) {
                    throw new MalformedEventException(name + " " + value + " is invalid: expected a finite number");
                }
            }
            case "limit" -> {
                if ((Integer) value < 1) {
                    throw new MalformedEventException("limit " + value + " of asset type "
                            + quoted(((AssetPriority) record).getAssetType()) + " is invalid: expected at least 1");
                }
            }
            default -> {}
        }
    }

    /** Checks what is about several fields or elements. */
    private static void checkTogether(String name, Object value) {
        if (value instanceof WebhookSetting webhook) {
            webhook(name + ".url", webhook.getUrl(), webhook.getEnabled());
        } else if (name.equals("allowedCompanies") || name.equals("allowedCompanies.locations")) {
            once(name, (List<?>) value, "id");
        } else if (name.equals("locations")) {
            once(name, (List<?>) value, "locationId");
        }
    }

    /** Whether webhooks may be sent there is for the sender to decide: it depends on its settings and the name's addresses. */
    private static void webhook(String name, String url, boolean enabled) {
        if (!enabled && url.isEmpty()) {
            return;
        }
        try {
            WebhookTarget.parse(url);
        } catch (IllegalArgumentException e) {
            throw new MalformedEventException(name + " " + e.getMessage(), e);
        }
    }

    /** Two elements with the same id would leave open which one applies (D34). */
    private static void once(String name, List<?> records, String field) {
        Set<@Nullable Object> before = new HashSet<>();
        for (Object record : records) {
            Object id = EventKey.value((IndexedRecord) record, field);
            if (!before.add(id)) {
                throw new MalformedEventException(name + "." + field + " " + id + " occurs twice");
            }
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
}
