package dev.partnercatalog.streams.input;

import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Reads the values of an input topic that are kept and passed on whole, for {@link EventReader}. Not thread-safe. */
final class StateReader<T extends SpecificRecord> {

    private final CatalogTopic topic;
    private final RecordDeserializer<T> records;
    private final SingleObjectSerde<T> written;

    StateReader(SchemaRegistry registry, CatalogTopic topic, Class<T> type) {
        this.topic = topic;
        records = new RecordDeserializer<>(registry, type);
        written = new SingleObjectSerde<>(type);
    }

    /** @param name the topic's full name */
    @Nullable
    T read(String name, byte @Nullable [] bytes) {
        T value = RecordForm.read(records, name, bytes);
        if (value != null) {
            RecordForm.encodedSize(topic, written.encode(value));
        }
        return value;
    }
}
