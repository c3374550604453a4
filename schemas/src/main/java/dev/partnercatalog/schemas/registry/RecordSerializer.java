package dev.partnercatalog.schemas.registry;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.apicurio.registry.serde.BaseSerde;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.function.ToIntFunction;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a topic's records in the registry's wire format, as Apicurio's serializer does with the catalog's settings. After
 * the schemas have been registered, no record waits for the registry. Thread-safe, because a topology shares one
 * serializer among all its stream threads.
 */
public final class RecordSerializer<T extends SpecificRecord> implements Serializer<T> {

    private final ToIntFunction<String> contentIds;
    private final SpecificDatumWriter<T> writer;

    /**
     * {@link #serialize} throws {@link RegistryUnavailableException} and {@link IncompatibleSchemaException} while the
     * topic's schema isn't registered.
     */
    public RecordSerializer(SchemaRegistry registry, CatalogTopic topic) {
        this(topic, name -> registry.contentId(name, topic.valueSchema()));
    }

    private RecordSerializer(CatalogTopic topic, ToIntFunction<String> contentIds) {
        this.contentIds = contentIds;
        this.writer = new SpecificDatumWriter<>(topic.valueSchema(), CatalogDatumProvider.model(topic.valueType()));
    }

    /** One that needs no registry: its records are as large as published ones, but have no content id. */
    public static <T extends SpecificRecord> RecordSerializer<T> unregistered(CatalogTopic topic) {
        return new RecordSerializer<>(topic, name -> 0);
    }

    @Override
    public byte @Nullable [] serialize(String topic, @Nullable T value) {
        if (value == null) {
            return null;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            DataOutputStream header = new DataOutputStream(bytes);
            header.writeByte(BaseSerde.MAGIC_BYTE);
            header.writeInt(contentIds.applyAsInt(topic));
            BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
            writer.write(value, encoder);
            encoder.flush();
            return bytes.toByteArray();
        } catch (IOException | AvroRuntimeException e) {
            throw new SerializationException("can't write a record to " + topic, e);
        }
    }
}
