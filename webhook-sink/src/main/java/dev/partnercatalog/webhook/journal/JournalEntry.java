package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record to be written.
 *
 * @param record null to delete what the key holds
 */
record JournalEntry(
        CatalogTopic topic, String key, @Nullable SpecificRecord record) {

    /** A place in a table, of which only the newest record counts. */
    record Slot(CatalogTopic topic, String key) {}

    Slot slot() {
        return new Slot(topic, key);
    }
}
