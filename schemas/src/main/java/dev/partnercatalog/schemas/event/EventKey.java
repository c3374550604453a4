package dev.partnercatalog.schemas.event;

import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.generic.IndexedRecord;

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
                .map(field -> part(field, value(record, field)))
                .collect(Collectors.joining("/"));
    }

    private static String part(String field, Object value) {
        return switch (field) {
            case "barcode" -> Ids.requireBarcode((String) value);
            case "sku" -> Ids.requireSku((String) value);
            case "partnerId" -> Ids.requireName(field, (String) value);
            default -> Long.toString(Ids.requireNumber(field, (long) value));
        };
    }

    private static Object value(IndexedRecord record, String field) {
        Object value = record.get(record.getSchema().getField(field).pos());
        if (value == null) {
            throw new InvalidKeyException(field + " is missing");
        }
        return value;
    }
}
