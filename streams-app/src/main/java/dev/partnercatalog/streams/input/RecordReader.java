package dev.partnercatalog.streams.input;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.jspecify.annotations.Nullable;

/** Decodes and checks one record at a time. Not thread-safe. */
@FunctionalInterface
public interface RecordReader {

    /**
     * Reads the event in a record.
     *
     * @param name the topic's full name
     * @throws dev.partnercatalog.schemas.event.MalformedEventException or
     *     {@link dev.partnercatalog.schemas.key.InvalidKeyException} or
     *     {@link dev.partnercatalog.schemas.registry.UnreadableRecordException} if the record is at fault
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if it is not
     */
    InputEvent read(CatalogTopic topic, String name, byte @Nullable [] key, byte @Nullable [] value);
}
