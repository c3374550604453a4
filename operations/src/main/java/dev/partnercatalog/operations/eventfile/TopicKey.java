package dev.partnercatalog.operations.eventfile;

import dev.partnercatalog.schemas.key.CompanyKey;
import dev.partnercatalog.schemas.key.CompanyVariantKey;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.LocationVariantKey;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** The fields that an input topic's key is made of, and how. */
final class TopicKey {

    private final CatalogTopic topic;
    private final List<String> fields;
    private final Schema schema;

    TopicKey(CatalogTopic topic) {
        this.topic = topic;
        this.fields = fieldsOf(topic);
        this.schema = Schema.createRecord(
                topic.valueSchema().getName() + "Key",
                null,
                "dev.partnercatalog.operations.eventfile",
                false,
                fields.stream().map(this::required).toList());
    }

    List<String> fields() {
        return fields;
    }

    /** A record of the key's fields alone, none of them optional: what {@code $delete} takes. */
    Schema schema() {
        return schema;
    }

    /** The key of a value of the topic, or of a record of {@link #schema()}; its ids are in form and present. */
    String of(IndexedRecord record) {
        return switch (topic) {
            case BPD_VARIANTS -> text(record, "barcode");
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
            case PARTNERS -> text(record, "partnerId");
            default -> throw noInput(topic);
        };
    }

    private static List<String> fieldsOf(CatalogTopic topic) {
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

    private Schema.Field required(String name) {
        return new Schema.Field(
                name,
                RecordConversion.present(topic.valueSchema().getField(name).schema()));
    }

    private static String text(IndexedRecord record, String field) {
        return (String) value(record, field);
    }

    private static long number(IndexedRecord record, String field) {
        return (Long) value(record, field);
    }

    private static Object value(IndexedRecord record, String field) {
        return record.get(record.getSchema().getField(field).pos());
    }

    private static IllegalArgumentException noInput(CatalogTopic topic) {
        return new IllegalArgumentException(topic.baseName() + " is not written by upstream systems");
    }
}
