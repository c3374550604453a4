package dev.partnercatalog.schemas.plain;

import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * An event that fits its topic.
 *
 * @param key under which it is published
 * @param value null if it deletes the key's record
 */
public record PlainEvent(String key, @Nullable SpecificRecord value) {}
