package dev.partnercatalog.schemas.registry;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads records in the registry's wire format, whatever version of the schema they were written with. Not thread-safe,
 * as Kafka's clients expect.
 *
 * <p>Throws {@link UnreadableRecordException} where the bytes are at fault and {@link RegistryUnavailableException}
 * where the registry is: the two must never be taken for each other.
 */
public final class RecordDeserializer<T extends SpecificRecord> implements Deserializer<T> {

    private static final int HEADER = 1 + Integer.BYTES;

    private final SchemaRegistry registry;
    private final Class<T> type;
    private final Schema readerSchema;
    private final Map<Integer, SpecificDatumReader<T>> readers = new HashMap<>();
    private @Nullable BinaryDecoder decoder;

    public RecordDeserializer(SchemaRegistry registry, Class<T> type) {
        this.registry = registry;
        this.type = type;
        this.readerSchema = SpecificData.get().getSchema(type);
    }

    @Override
    @SuppressWarnings("NullAway") // Kafka's contract: null bytes are a tombstone and give null
    public T deserialize(String topic, byte @Nullable [] bytes) {
        return bytes == null ? null : read(bytes);
    }

    private T read(byte[] bytes) {
        if (bytes.length < HEADER || bytes[0] != RecordSerializer.MAGIC) {
            throw new UnreadableRecordException(
                    "the value doesn't begin with a zero byte and the registry's 4-byte content id");
        }
        int contentId = ByteBuffer.wrap(bytes, 1, Integer.BYTES).getInt();
        if (contentId < 1) {
            throw new UnreadableRecordException(contentId + " is no content id of a registry");
        }
        SpecificDatumReader<T> reader = readers.computeIfAbsent(contentId, this::newReader);
        try {
            decoder = DecoderFactory.get().binaryDecoder(bytes, HEADER, bytes.length - HEADER, decoder);
            T value = type.cast(reader.read(null, decoder));
            if (!decoder.isEnd()) {
                throw new UnreadableRecordException("bytes are left over after the " + type.getSimpleName());
            }
            return value;
        } catch (IOException
                | AvroRuntimeException
                | IndexOutOfBoundsException
                | ClassCastException
                | UnsupportedOperationException e) {
            throw new UnreadableRecordException("the value is no " + type.getSimpleName() + ": " + e, e);
        }
    }

    private SpecificDatumReader<T> newReader(int contentId) {
        return new SpecificDatumReader<>(registry.schema(contentId), readerSchema);
    }
}
