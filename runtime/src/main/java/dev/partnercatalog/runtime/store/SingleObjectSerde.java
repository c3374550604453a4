package dev.partnercatalog.runtime.store;

import dev.partnercatalog.schemas.registry.CatalogDatumProvider;
import dev.partnercatalog.schemas.topic.AvroSafety;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Records in Avro's single-object encoding, which contains the fingerprint of the schema they were written with: a
 * store written by an earlier version can still be read if that version's schema is given. Needs no registry. Null
 * stays null. Thread-safe.
 */
public final class SingleObjectSerde<T extends SpecificRecord> implements Serde<T> {

    static {
        AvroSafety.establish();
    }

    private static final short MARKER = 0x01c3;
    private static final int HEADER = Short.BYTES + Long.BYTES;

    private final BinaryMessageEncoder<T> encoder;
    private final BinaryMessageDecoder<T> anyVersion;
    private final DatumReader<T> present;

    /** What each record begins with that is written with the current schema. */
    private final byte[] header;

    /** Reads records written with the current schema. */
    public SingleObjectSerde(Class<T> type) {
        this(type, List.of());
    }

    /** @param earlier the schemas with which earlier versions wrote */
    public SingleObjectSerde(Class<T> type, List<Schema> earlier) {
        SpecificData model = SpecificData.getForClass(type);
        Schema schema = model.getSchema(type);
        SpecificData generated = CatalogDatumProvider.model(type);
        encoder = new BinaryMessageEncoder<>(generated, schema);
        anyVersion = new BinaryMessageDecoder<>(model, schema);
        earlier.forEach(anyVersion::addSchema);
        present = new SpecificDatumReader<>(schema, schema, generated);
        header = ByteBuffer.allocate(HEADER)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort(MARKER)
                .putLong(SchemaNormalization.parsingFingerprint64(schema))
                .array();
    }

    public byte[] encode(T value) {
        try {
            return encoder.encode(value).array();
        } catch (IOException e) {
            throw new UncheckedIOException("can't write to memory", e);
        }
    }

    public T decode(byte[] bytes) {
        try {
            return isOfPresentSchema(bytes)
                    ? present.read(null, DecoderFactory.get().binaryDecoder(bytes, HEADER, bytes.length - HEADER, null))
                    : anyVersion.decode(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "a store or internal topic contains data that no version of this program wrote", e);
        }
    }

    /** Nearly all records are, and Avro's message decoder reads their bytes one by one. */
    private boolean isOfPresentSchema(byte[] bytes) {
        return bytes.length >= HEADER && Arrays.equals(bytes, 0, HEADER, header, 0, HEADER);
    }

    @Override
    public Serializer<T> serializer() {
        return (topic, value) -> value == null ? null : encode(value);
    }

    @Override
    public Deserializer<T> deserializer() {
        return (topic, bytes) -> bytes == null ? null : decode(bytes);
    }
}
