package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/** Records of one type in the registry's wire format, for tables shared by stream threads. Thread-safe. */
final class RegistrySerde<T extends SpecificRecord> implements Serde<T> {

    private final Serializer<T> serializer;
    private final ThreadLocal<RecordDeserializer<T>> deserializers;
    private final String writtenAs;

    /** @param writtenAs topic with whose schema a store's records are written */
    RegistrySerde(SchemaRegistry registry, CatalogTopic topic, Class<T> type, String writtenAs) {
        this.serializer = new RecordSerializer<>(registry, topic);
        this.deserializers = ThreadLocal.withInitial(() -> new RecordDeserializer<>(registry, type));
        this.writtenAs = writtenAs;
    }

    @Override
    public Serializer<T> serializer() {
        return new Serializer<>() {
            @Override
            public byte @Nullable [] serialize(String topic, @Nullable T value) {
                return value == null ? null : serializer.serialize(writtenAs, value);
            }
        };
    }

    @Override
    public Deserializer<T> deserializer() {
        return new Deserializer<>() {
            @Override
            @SuppressWarnings("NullAway") // Kafka's contract: null bytes give null
            public T deserialize(String topic, byte @Nullable [] bytes) {
                return bytes == null ? null : deserializers.get().deserialize(writtenAs, bytes);
            }
        };
    }
}
