package dev.partnercatalog.streams.input;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.jspecify.annotations.Nullable;

/** Decodes and checks one record at a time. Not thread-safe. */
@FunctionalInterface
public interface RecordReader {

    /**
     * What the record says.
     *
     * @param name the topic's full name
     * @throws dev.partnercatalog.schemas.event.IllFormedEventException or {@link dev.partnercatalog.schemas.key.InvalidKeyException} or {@link
     *     dev.partnercatalog.schemas.registry.UnreadableRecordException} where the record is at fault
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException where it is not
     */
    InputEvent read(CatalogTopic topic, String name, byte @Nullable [] key, byte @Nullable [] value);
}
