package dev.partnercatalog.operations.preview;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.jspecify.annotations.Nullable;

/**
 * An event as it would be published.
 *
 * @param place where it was read, for people, such as {@code listings.ndjson:3}
 * @param value in the registry's wire format; null deletes the record of the key
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
record ProposedEvent(CatalogTopic topic, String place, String key, byte @Nullable [] value) {}
