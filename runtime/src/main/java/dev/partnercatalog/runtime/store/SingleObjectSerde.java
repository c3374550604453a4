package dev.partnercatalog.runtime.store;

import dev.partnercatalog.schemas.registry.CatalogDatumProvider;
import dev.partnercatalog.schemas.topic.AvroSafety;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
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

    private static final byte[] MARKER = {(byte) 0xc3, 1};
    private static final String FINGERPRINT = "CRC-64-AVRO";
    private static final int USUAL_BYTES = 512;
    private static final EncoderFactory ENCODERS = new EncoderFactory().configureBufferSize(USUAL_BYTES);

    private final DatumWriter<T> writer;
    private final BinaryMessageDecoder<T> anyVersion;
    private final DatumReader<T> present;
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
        writer = new SpecificDatumWriter<>(schema, generated);
        anyVersion = new BinaryMessageDecoder<>(model, schema);
        earlier.forEach(anyVersion::addSchema);
        present = new SpecificDatumReader<>(schema, schema, generated);
        header = header(schema);
    }

    private static byte[] header(Schema schema) {
        try {
            byte[] fingerprint = SchemaNormalization.parsingFingerprint(FINGERPRINT, schema);
            return ByteBuffer.allocate(MARKER.length + fingerprint.length)
                    .put(MARKER)
                    .put(fingerprint)
                    .array();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Avro has " + FINGERPRINT + " itself", e);
        }
    }

    public byte[] encode(T value) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
            bytes.write(header);
            BinaryEncoder encoder = ENCODERS.binaryEncoder(bytes, null);
            writer.write(value, encoder);
            encoder.flush();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("can't write to memory", e);
        }
    }

    public T decode(byte[] bytes) {
        try {
            return isOfPresentSchema(bytes)
                    ? present.read(
                            null,
                            DecoderFactory.get()
                                    .binaryDecoder(bytes, header.length, bytes.length - header.length, null))
                    : anyVersion.decode(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "a store or internal topic contains data that no version of this program wrote", e);
        }
    }

    /** Nearly all records are, and Avro's message decoder reads their bytes one by one. */
    private boolean isOfPresentSchema(byte[] bytes) {
        return bytes.length >= header.length && Arrays.equals(bytes, 0, header.length, header, 0, header.length);
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
