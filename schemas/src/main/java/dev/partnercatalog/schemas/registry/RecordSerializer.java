package dev.partnercatalog.schemas.registry;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.ToIntFunction;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a topic's records in the registry's wire format, byte for byte like Apicurio's own serializer. Thread-safe,
 * because a topology shares one serializer among all its stream threads.
 */
public final class RecordSerializer<T extends SpecificRecord> implements Serializer<T> {

    static final byte MAGIC = 0;

    private final ToIntFunction<String> contentIds;
    private final SpecificDatumWriter<T> writer;

    public RecordSerializer(SchemaRegistry registry, CatalogTopic topic) {
        this(topic, topicName -> registry.contentId(topicName, topic.valueSchema()));
    }

    /** @param contentIds returns the content id of the topic's schema, by the topic's full name */
    private RecordSerializer(CatalogTopic topic, ToIntFunction<String> contentIds) {
        this.contentIds = contentIds;
        Schema schema = topic.valueSchema();
        Class<?> type = SpecificData.get().getClass(schema);
        this.writer = new SpecificDatumWriter<>(schema, GeneratedCoders.of(type));
    }

    /** One that needs no registry: its records are as large as published ones, but have no content id. */
    public static <T extends SpecificRecord> RecordSerializer<T> unregistered(CatalogTopic topic) {
        return new RecordSerializer<>(topic, topicName -> 0);
    }

    @Override
    public byte @Nullable [] serialize(String topicName, @Nullable T value) {
        if (value == null) {
            return null;
        }
        int contentId = contentIds.applyAsInt(topicName);
        try {
            ByteArrayOutputStream buffer = new ByteArrayOutputStream(1024);
            buffer.write(MAGIC);
            buffer.write(ByteBuffer.allocate(Integer.BYTES).putInt(contentId).array());
            BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(buffer, null);
            writer.write(value, encoder);
            encoder.flush();
            return buffer.toByteArray();
        } catch (IOException | AvroRuntimeException e) {
            throw new SerializationException("can't write a record to " + topicName, e);
        }
    }
}
