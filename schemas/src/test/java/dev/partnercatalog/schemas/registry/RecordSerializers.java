package dev.partnercatalog.schemas.registry;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.EnumMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** One serializer for each topic: to make one takes milliseconds, and tests write thousands of records. Thread-safe. */
public final class RecordSerializers {

    private final SchemaRegistry registry;
    private final Map<CatalogTopic, RecordSerializer<SpecificRecord>> serializers = new EnumMap<>(CatalogTopic.class);

    public RecordSerializers(SchemaRegistry registry) {
        this.registry = registry;
    }

    /** The value of a record of a topic whose name begins with this prefix; null for a tombstone. */
    public synchronized byte @Nullable [] serialize(String prefix, CatalogTopic topic, @Nullable SpecificRecord value) {
        return serializers
                .computeIfAbsent(topic, each -> new RecordSerializer<>(registry, each))
                .serialize(topic.name(prefix), value);
    }
}
