package dev.partnercatalog.schemas.event;

import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** Builds the keys of input topics from the fields of their values. */
public final class EventKey {

    private EventKey() {}

    /**
     * The names of the fields that make up a topic's key, in the key's order.
     *
     * @throws IllegalArgumentException if the topic isn't written by upstream systems
     */
    public static List<String> fields(CatalogTopic topic) {
        return switch (topic) {
            case BPD_VARIANTS -> List.of("barcode");
            case COMPANY_OVERRIDES, COMPANY_ATTRIBUTES -> List.of("companyId", "barcode");
            case LOCATION_ATTRIBUTES -> List.of("companyId", "locationId", "barcode");
            case LISTINGS -> List.of("companyId", "locationId", "sku");
            case COMPANIES -> List.of("companyId");
            case COMPANY_CONFIGS -> List.of("partnerId", "companyId");
            case LOCATION_CONFIGS -> List.of("partnerId", "companyId", "locationId");
            case PARTNERS -> List.of("partnerId");
            default -> throw new IllegalArgumentException(topic.baseName() + " is not written by upstream systems");
        };
    }

    /**
     * The key of a value, such as {@code 7/70/HF-35} for a listing.
     *
     * @param record a value of the topic, or any record that has the fields of its key
     * @throws InvalidKeyException if an id is missing or invalid
     * @throws IllegalArgumentException if the topic isn't written by upstream systems
     */
    public static String of(CatalogTopic topic, IndexedRecord record) {
        return fields(topic).stream()
                .map(field -> part(field, present(record, field)))
                .collect(Collectors.joining("/"));
    }

    /**
     * The ids in a key, by their fields' names and in their order.
     *
     * @throws InvalidKeyException if the key is invalid
     */
    static Map<String, Object> parse(CatalogTopic topic, String key) {
        List<String> fields = fields(topic);
        // An id by itself isn't divided, so that the reason is about the id.
        List<String> parts = fields.size() == 1
                ? List.of(key)
                : Ids.parts(key, String.join("/", fields), fields.size(), fields.size());
        Map<String, Object> ids = new LinkedHashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            String field = fields.get(i);
            boolean isNumber = field.equals("companyId") || field.equals("locationId");
            ids.put(field, isNumber ? (Object) Ids.requireNumber(field, parts.get(i)) : id(field, parts.get(i)));
        }
        return ids;
    }

    private static String part(String field, Object value) {
        return value instanceof Long number
                ? Long.toString(Ids.requireNumber(field, number))
                : id(field, (String) value);
    }

    private static String id(String field, String text) {
        return switch (field) {
            case "barcode" -> Ids.requireBarcode(text);
            case "sku" -> Ids.requireSku(text);
            default -> Ids.requireName(field, text);
        };
    }

    private static Object present(IndexedRecord record, String field) {
        Object value = value(record, field);
        if (value == null) {
            throw new InvalidKeyException(field + " is missing");
        }
        return value;
    }

    static @Nullable Object value(IndexedRecord record, String field) {
        return record.get(record.getSchema().getField(field).pos());
    }
}
