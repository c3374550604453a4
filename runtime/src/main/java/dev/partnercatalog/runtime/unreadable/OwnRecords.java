package dev.partnercatalog.runtime.unreadable;

import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of one of our topics, and rejects records that none of our writers would have written: those with
 * an invalid key, a key in the wrong partition, a value that isn't a record of the topic's type, or a value for another
 * key. Not thread-safe.
 *
 * <p>Throws {@link UnreadableRecordException} if the record is at fault, and
 * {@link dev.partnercatalog.schemas.registry.RegistryUnavailableException} if its schema isn't known yet and the
 * registry can't be reached. The two must never be confused.
 *
 * @param <T> the values' type
 */
public final class OwnRecords<T extends SpecificRecord> {

    private final CatalogTopic topic;
    private final String name;
    private final int partitions;
    private final RecordDeserializer<T> deserializer;

    /** @param partitions the topic's partition count */
    public OwnRecords(CatalogTopic topic, Class<T> type, SchemaRegistry registry, String topicPrefix, int partitions) {
        this.topic = topic;
        this.name = topic.name(topicPrefix);
        this.partitions = partitions;
        this.deserializer = new RecordDeserializer<>(registry, type);
    }

    public CatalogTopic topic() {
        return topic;
    }

    /** A record's key as text. */
    public String key(byte @Nullable [] key, int partition) {
        return key(topic, key, partition, partitions);
    }

    /** Like {@link #key(byte[], int)}, for any of our topics. */
    public static String key(CatalogTopic topic, byte @Nullable [] key, int partition, int partitions) {
        if (key == null) {
            throw new UnreadableRecordException("it has no key");
        }
        String text = PrintableText.utf8(key);
        if (text == null) {
            throw new UnreadableRecordException("its key is not UTF-8");
        }
        requirePlace(topic, text, partition, partitions);
        return text;
    }

    private static void requirePlace(CatalogTopic topic, String key, int partition, int partitions) {
        try {
            int right = RecordKeys.partition(topic, key, partitions);
            // A message may be in any partition; a table would have two records with one key.
            if (topic.isCompacted() && right != partition) {
                throw new UnreadableRecordException(
                        "it is in partition " + partition + ", but its key belongs to " + right);
            }
        } catch (InvalidKeyException e) {
            throw new UnreadableRecordException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The value of a record whose key was read as text. */
    public T value(String key, int partition, byte[] value) {
        requirePlace(key, partition);
        return value(key, value);
    }

    /** Accepts a key that was read as text if it is valid and belongs in that partition. */
    public void requirePlace(String key, int partition) {
        requirePlace(topic, key, partition, partitions);
    }

    /** The value of a record with a key of this topic. */
    public T value(String key, byte[] value) {
        T decoded = deserializer.deserialize(name, value);
        try {
            RecordKeys.requireAgreement(topic, key, decoded);
            return decoded;
        } catch (InvalidKeyException e) {
            throw new UnreadableRecordException(String.valueOf(e.getMessage()), e);
        }
    }
}
