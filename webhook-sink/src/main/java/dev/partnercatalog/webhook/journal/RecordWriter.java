package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Writes single records, those of one key in order. May wait for as long as the brokers or the registry make it. */
interface RecordWriter {

    /**
     * Starts writing a record.
     *
     * @param done told how it ended, with null where the record is safe
     * @throws RuntimeException where it can't even be started; then {@code done} is not called
     */
    void write(CatalogTopic topic, String key, @Nullable SpecificRecord record, Done done);

    /** Waits for what was begun, for a while. */
    void close(Duration timeout);

    /** How a write ended. */
    @FunctionalInterface
    interface Done {
        void ended(@Nullable Exception fault);
    }
}
