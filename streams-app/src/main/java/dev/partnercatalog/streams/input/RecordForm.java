package dev.partnercatalog.streams.input;

import dev.partnercatalog.schemas.event.MalformedEventException;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the bytes of a record must satisfy. Each check throws {@link MalformedEventException} with a message for the
 * publisher.
 */
final class RecordForm {

    /** How much a record may grow when it is encoded: by our header, and by fields added since it was written. */
    private static final int ENCODING = 1 << 10;

    private RecordForm() {}

    /** @param topic the topic's full name */
    static <T extends SpecificRecord> @Nullable T read(
            RecordDeserializer<T> deserializer, String topic, byte @Nullable [] bytes) {
        return bytes == null ? null : deserializer.deserialize(topic, bytes);
    }

    static String text(byte @Nullable [] key) {
        if (key == null) {
            throw new MalformedEventException("the record has no key");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(key))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedEventException("the key is not UTF-8 text");
        }
    }

    /**
     * Checks what we write for an event, which can be larger than the event: an invalid byte in a text becomes three,
     * and fields missing from its schema are added.
     *
     * @param encoded the event's value in our encoding
     */
    static void encodedSize(CatalogTopic topic, byte[] encoded) {
        int largest = TopicSettings.maxEventBytes(topic);
        if (encoded.length > largest + ENCODING) {
            throw new MalformedEventException("the record is " + encoded.length
                    + " bytes long in the catalog's own encoding: at most " + largest + " are allowed");
        }
    }
}
