package dev.partnercatalog.schemas.event;

import dev.partnercatalog.schemas.key.CompanyKey;
import dev.partnercatalog.schemas.key.CompanyVariantKey;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.LocationVariantKey;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
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
            default -> throw noInput(topic);
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
        return switch (topic) {
            case BPD_VARIANTS -> Ids.requireBarcode(text(record, "barcode"));
            case COMPANY_OVERRIDES, COMPANY_ATTRIBUTES ->
                new CompanyVariantKey(number(record, "companyId"), text(record, "barcode")).encode();
            case LOCATION_ATTRIBUTES ->
                new LocationVariantKey(
                                number(record, "companyId"), number(record, "locationId"), text(record, "barcode"))
                        .encode();
            case LISTINGS ->
                new ListingKey(number(record, "companyId"), number(record, "locationId"), text(record, "sku")).encode();
            case COMPANIES -> new CompanyKey(number(record, "companyId")).encode();
            case COMPANY_CONFIGS ->
                new ScopeConfigKey(text(record, "partnerId"), number(record, "companyId"), null).encode();
            case LOCATION_CONFIGS ->
                new ScopeConfigKey(text(record, "partnerId"), number(record, "companyId"), number(record, "locationId"))
                        .encode();
            case PARTNERS -> Ids.requireName("partnerId", text(record, "partnerId"));
            default -> throw noInput(topic);
        };
    }

    private static String text(IndexedRecord record, String field) {
        return (String) value(record, field);
    }

    private static long number(IndexedRecord record, String field) {
        return (Long) value(record, field);
    }

    private static Object value(IndexedRecord record, String field) {
        Object value = record.get(record.getSchema().getField(field).pos());
        if (value == null) {
            throw new InvalidKeyException(field + " is missing");
        }
        return value;
    }

    private static IllegalArgumentException noInput(CatalogTopic topic) {
        return new IllegalArgumentException(topic.baseName() + " is not written by upstream systems");
    }
}
