package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/** The decoded content of a value, read with the schema it was written with. */
public sealed interface Payload {

    /**
     * A decoded record.
     *
     * @param contentId content id of the writer's schema
     * @param schema full name of the schema
     * @param json the record as plain JSON, without Avro's union tags
     */
    record Decoded(int contentId, String schema, String json) implements Payload {}

    /**
     * No bytes, or such that are not a record of the schema they refer to.
     *
     * @param why the reason, as text
     */
    record Undecodable(String why) implements Payload {}

    /** Decodes a dead letter's value; fetches the schema from the registry if it isn't known yet. */
    static Payload of(DeadLetter letter, SchemaRegistry registry) {
        byte[] value = letter.value();
        if (value == null) {
            return new Undecodable(
                    letter.omittedBytes() > 0
                            ? "its " + letter.omittedBytes() + " bytes were too large to be kept; they are still at"
                                    + " the source"
                            : "there is none: the event deletes its key");
        }
        if (letter.source() == null) {
            return new Undecodable("its source topic is unknown");
        }
        if (value.length > TopicSettings.MAX_PARTNER_BYTES) {
            return new Undecodable("it is larger than an event may be");
        }
        if (value.length < 1 + Integer.BYTES || value[0] != 0) {
            return new Undecodable("it doesn't begin with a zero byte and the registry's 4-byte content id");
        }
        int contentId = ByteBuffer.wrap(value, 1, Integer.BYTES).getInt();
        if (contentId < 1) {
            return new Undecodable(contentId + " is not a content id of the registry");
        }
        try {
            Schema schema = registry.schema(letter.source().topic(), contentId);
            int start = 1 + Integer.BYTES;
            BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(value, start, value.length - start, null);
            Object record = new GenericDatumReader<>(schema).read(null, decoder);
            if (!decoder.isEnd()) {
                return new Undecodable("there are extra bytes after the " + schema.getFullName());
            }
            return new Decoded(
                    contentId, schema.getFullName(), GenericData.get().toString(record));
        } catch (UnreadableRecordException | RegistryUnavailableException e) {
            return new Undecodable(String.valueOf(e.getMessage()));
        } catch (IOException
                | AvroRuntimeException
                | IndexOutOfBoundsException
                | ClassCastException
                | UnsupportedOperationException
                | StackOverflowError e) {
            return new Undecodable(
                    "the bytes don't fit the schema with content id " + contentId + ": " + FaultWords.of(e));
        }
    }
}
