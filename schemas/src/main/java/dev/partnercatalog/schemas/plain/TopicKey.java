package dev.partnercatalog.schemas.plain;

import dev.partnercatalog.schemas.event.EventKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;

/** The fields of an input topic's key, and how the key is built from them. */
final class TopicKey {

    private final CatalogTopic topic;
    private final List<String> fields;
    private final Schema schema;

    TopicKey(CatalogTopic topic) {
        this.topic = topic;
        this.fields = EventKey.fields(topic);
        this.schema = Schema.createRecord(
                topic.valueSchema().getName() + "Key",
                null,
                "dev.partnercatalog.schemas.plain",
                false,
                fields.stream().map(this::required).toList());
    }

    List<String> fields() {
        return fields;
    }

    /** The schema of a record with only the key's fields, none of them optional: the content of {@code $delete}. */
    Schema schema() {
        return schema;
    }

    /**
     * Returns the key of a value of the topic, or of a record of {@link #schema()}; its ids are well formed and
     * present.
     */
    String of(IndexedRecord record) {
        return EventKey.of(topic, record);
    }

    private Schema.Field required(String name) {
        return new Schema.Field(
                name,
                RecordConversion.present(topic.valueSchema().getField(name).schema()));
    }
}
