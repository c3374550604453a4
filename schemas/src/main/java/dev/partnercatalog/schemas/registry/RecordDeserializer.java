package dev.partnercatalog.schemas.registry;

import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.AvroSafety;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
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
 * Reads records in the registry's wire format, whichever version of the schema they were written with. Not thread-safe,
 * as Kafka's clients expect.
 *
 * <p>Throws {@link UnreadableRecordException} if the bytes are at fault, and {@link RegistryUnavailableException} if
 * the registry is. The two must never be confused.
 */
public final class RecordDeserializer<T extends SpecificRecord> implements Deserializer<T> {

    private static final int MAX_READERS = 100;

    static {
        AvroSafety.establish();
    }

    private record Written(String topic, int contentId) {}

    private final SchemaRegistry registry;
    private final Class<T> type;
    private final Schema readerSchema;
    private final Map<Written, SpecificDatumReader<T>> readers = new HashMap<>();
    private @Nullable BinaryDecoder decoder;

    public RecordDeserializer(SchemaRegistry registry, Class<T> type) {
        this.registry = registry;
        this.type = type;
        this.readerSchema = SpecificData.get().getSchema(type);
    }

    /** @param topic its full name: only schemas registered for this topic are read */
    @Override
    @SuppressWarnings("NullAway") // Kafka's contract: null bytes are a tombstone and return null
    public T deserialize(String topic, byte @Nullable [] bytes) {
        return bytes == null ? null : read(topic, bytes);
    }

    private T read(String topic, byte[] bytes) {
        String problem = WireForm.problem(bytes);
        if (problem != null) {
            throw new UnreadableRecordException(problem);
        }
        if (bytes.length > TopicSettings.MAX_RECORD_BYTES) {
            throw new UnreadableRecordException("the value is " + bytes.length + " bytes long: at most "
                    + TopicSettings.MAX_RECORD_BYTES + " are allowed");
        }
        int contentId = WireForm.contentId(bytes);
        SpecificDatumReader<T> reader = reader(new Written(topic, contentId));
        try {
            decoder =
                    DecoderFactory.get().binaryDecoder(bytes, WireForm.HEADER, bytes.length - WireForm.HEADER, decoder);
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
            throw new UnreadableRecordException(
                    "the value is not a valid " + type.getSimpleName() + ": " + FaultWords.of(e) + WireForm.hint(bytes),
                    e);
        } catch (StackOverflowError e) {
            readers.clear();
            decoder = null;
            throw new UnreadableRecordException(
                    "the value is not a valid " + type.getSimpleName() + ": it is nested too deeply", e);
        }
    }

    private SpecificDatumReader<T> reader(Written written) {
        SpecificDatumReader<T> known = readers.get(written);
        if (known != null) {
            return known;
        }
        Schema schema = registry.schema(written.topic(), written.contentId());
        SchemaRegistry.requireCompatible(written.topic(), written.contentId(), schema, readerSchema);
        SpecificDatumReader<T> reader = new SpecificDatumReader<>(schema, readerSchema);
        if (readers.size() >= MAX_READERS) {
            readers.clear();
        }
        readers.put(written, reader);
        return reader;
    }
}
