package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Writes single records; those with the same key stay in order. May wait for as long as the brokers or the registry
 * take.
 */
interface RecordWriter {

    /**
     * Starts writing a record.
     *
     * @param done receives the result: null if the record is durable
     * @throws RuntimeException if it can't even be started; {@code done} is not called then
     */
    void write(CatalogTopic topic, String key, @Nullable SpecificRecord record, Done done);

    /** Waits for started writes, for a limited time. */
    void close(Duration timeout);

    /** The result of a write. */
    @FunctionalInterface
    interface Done {
        void ended(@Nullable Exception fault);
    }
}
