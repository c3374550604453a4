package dev.partnercatalog.runtime.unreadable;

import dev.partnercatalog.runtime.PrintableText;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of one of our topics, and refuses a record that none of our writers would have written: an
 * ill-formed key, a key in the wrong partition, a value that isn't a record of the topic's type, or a value of another key.
 * Not thread-safe.
 *
 * <p>Throws {@link UnreadableRecordException} where the record is at fault, and {@link
 * dev.partnercatalog.schemas.registry.RegistryUnavailableException} where its schema isn't known yet and the registry
 * can't be asked: the two must never be taken for each other.
 *
 * @param <T> the values' type
 */
public final class OwnRecords<T extends SpecificRecord> {

    private final CatalogTopic topic;
    private final String name;
    private final int partitions;
    private final RecordDeserializer<T> deserializer;

    /** @param partitions that the topic has */
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

    /** As {@link #key(byte[], int)}, of any of our topics. */
    public static String key(CatalogTopic topic, byte @Nullable [] key, int partition, int partitions) {
        if (key == null) {
            throw new UnreadableRecordException("it has no key");
        }
        String text = PrintableText.utf8(key);
        if (text == null) {
            throw new UnreadableRecordException("its key is no UTF-8");
        }
        requirePlace(topic, text, partition, partitions);
        return text;
    }

    private static void requirePlace(CatalogTopic topic, String key, int partition, int partitions) {
        try {
            int right = RecordKeys.partition(topic, key, partitions);
            // A message is read wherever it is; a table would hold two records of one key.
            if (topic.isCompacted() && right != partition) {
                throw new UnreadableRecordException(
                        "it is in partition " + partition + ", but its key belongs to " + right);
            }
        } catch (InvalidKeyException e) {
            throw new UnreadableRecordException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The value of a record whose key came as text. */
    public T value(String key, int partition, byte[] value) {
        requirePlace(key, partition);
        return value(key, value);
    }

    /** Accepts a key that came as text where it is in form, and is looked for in that partition. */
    public void requirePlace(String key, int partition) {
        requirePlace(topic, key, partition, partitions);
    }

    /** The value that lies under a key of this topic. */
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
