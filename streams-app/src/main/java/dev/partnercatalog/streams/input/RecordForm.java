package dev.partnercatalog.streams.input;

import dev.partnercatalog.events.AssetPriority;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** What every record has to satisfy; each check throws {@link IllFormedEventException} in words for the publisher. */
final class RecordForm {

    /** By how much a record that has just come may grow: our header, and fields that were added since it was written. */
    private static final int ENCODING = 1 << 10;

    private RecordForm() {}

    /** @param topic its full name */
    static <T extends SpecificRecord> @Nullable T read(
            RecordDeserializer<T> deserializer, String topic, byte @Nullable [] bytes) {
        return bytes == null ? null : deserializer.deserialize(topic, bytes);
    }

    static String text(byte @Nullable [] key) {
        if (key == null) {
            throw new IllFormedEventException("the record has no key");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(key))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllFormedEventException("the key is no UTF-8 text");
        }
    }

    /**
     * An entry holds what four layers say, so that none may be larger than what all of them leave of the largest record
     * that we write: one that is too large for our topics would stop the resolver for ever.
     */
    static void size(byte @Nullable [] key, byte @Nullable [] value) {
        int size = (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        if (size > TopicSettings.MAX_EVENT_BYTES) {
            throw new IllFormedEventException("the event has " + size + " bytes: at most "
                    + TopicSettings.MAX_EVENT_BYTES + " are taken, key and value together");
        }
    }

    /**
     * What we write of an event can be larger than the event: an invalid byte in a text becomes three, and what its
     * schema left out is there.
     */
    static void layerSize(byte[] layer) {
        if (layer.length > TopicSettings.MAX_EVENT_BYTES + ENCODING) {
            throw new IllFormedEventException("the record has " + layer.length
                    + " bytes in the catalog's own encoding: at most " + TopicSettings.MAX_EVENT_BYTES + " are taken");
        }
    }

    static void agree(String field, @Nullable Object inKey, @Nullable Object inValue) {
        if (!Objects.equals(inKey, inValue)) {
            throw new IllFormedEventException("the key and the value disagree: " + field + " is " + quoted(inKey)
                    + " in the key, but " + quoted(inValue) + " in the value");
        }
    }

    /** Text in quotes, as in other reasons: a count by kind leaves out the quoted parts. */
    private static @Nullable Object quoted(@Nullable Object value) {
        return value instanceof String ? "\"" + value + "\"" : value;
    }

    static void finite(double unitSize) {
        if (!Double.isFinite(unitSize)) {
            throw new IllFormedEventException("unitSize " + unitSize + " is out of form: a finite number");
        }
    }

    static void limits(List<AssetPriority> assetPriority) {
        for (AssetPriority entry : assetPriority) {
            if (entry.getLimit() < 1) {
                throw new IllFormedEventException("limit " + entry.getLimit() + " of asset type \""
                        + entry.getAssetType() + "\" is out of form: at least 1");
            }
        }
    }
}
