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

/** The keys of input topics: the ids in them, each also a field of the value. */
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
                .map(field -> String.valueOf(part(field, field, value(record, field))))
                .collect(Collectors.joining("/"));
    }

    /**
     * The ids in a key, by their fields' names and in their order: {@link Long} for {@code companyId} and
     * {@code locationId}, text for others.
     *
     * @throws InvalidKeyException if the key is invalid
     * @throws IllegalArgumentException if the topic isn't written by upstream systems
     */
    public static Map<String, Object> parse(CatalogTopic topic, String key) {
        List<String> fields = fields(topic);
        // An id by itself isn't divided, so that the reason is about the id.
        List<String> parts = fields.size() == 1
                ? List.of(key)
                : Ids.parts(key, String.join("/", fields), fields.size(), fields.size());
        Map<String, Object> ids = new LinkedHashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            String field = fields.get(i);
            boolean isNumber = field.equals("companyId") || field.equals("locationId");
            Object part = isNumber ? (Object) Ids.requireNumber(field, parts.get(i)) : parts.get(i);
            ids.put(field, part(field, field, part));
        }
        return ids;
    }

    /** Returns a valid id; throws {@link InvalidKeyException}, which names it by {@code name}. */
    static Object part(String name, String field, @Nullable Object id) {
        if (id == null) {
            throw new InvalidKeyException(name + " is missing");
        }
        return switch (field) {
            case "barcode" -> Ids.requireBarcode((String) id);
            case "sku" -> Ids.requireSku((String) id);
            case "partnerId" -> Ids.requireName(name, (String) id);
            default -> Ids.requireNumber(name, (Long) id);
        };
    }

    static @Nullable Object value(IndexedRecord record, String field) {
        return record.get(record.getSchema().getField(field).pos());
    }
}
