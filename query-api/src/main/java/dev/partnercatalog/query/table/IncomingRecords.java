package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.PrintableText;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.key.Canary;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts arriving records to the form in which their table keeps them. An unreadable record is reported and kept as
 * unreadable. If the registry is unavailable, it is waited for: nothing may be skipped, and nothing is wrong with the
 * record. Not thread-safe.
 */
final class IncomingRecords {

    private static final Logger LOG = LoggerFactory.getLogger(IncomingRecords.class);

    /** Less than the time after which a consumer that doesn't poll is removed from its group. */
    private static final Duration REGISTRY_PATIENCE = Duration.ofMinutes(2);

    private final StoredTable table;
    private final StoredForm form;
    private final UnreadableRecords unreadable;

    IncomingRecords(StoredTable table, StoredForm form, UnreadableRecords unreadable) {
        this.table = table;
        this.form = form;
        this.unreadable = unreadable;
    }

    /**
     * The value to keep; null for a record that deletes its key, or for a canary.
     *
     * @param offset {@link UnreadableRecord#UNKNOWN} if it isn't known
     */
    byte @Nullable [] kept(String key, byte @Nullable [] record, int partition, long offset) {
        if (record == null || Canary.is(key)) {
            unreadable.gone(table.topic(), partition, bytes(key));
            return null;
        }
        long deadline = System.nanoTime() + REGISTRY_PATIENCE.toNanos();
        while (true) {
            try {
                byte[] kept = form.of(key, record);
                unreadable.gone(table.topic(), partition, bytes(key));
                return kept;
            } catch (UnreadableRecordException e) {
                unreadable.found(new UnreadableRecord(
                        table.topic(), partition, offset, bytes(key), String.valueOf(e.getMessage())));
                return form.ofUnreadable(record);
            } catch (RegistryUnavailableException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                LOG.warn("waiting for the registry to continue with {}: {}", table.baseName(), e.getMessage());
            }
        }
    }

    /**
     * Like {@link #kept}, for a record from which a store is restored. When records are processed, one that fails
     * unexpectedly is set aside; here it would fail again at every start, so it is kept as unreadable.
     */
    byte @Nullable [] restored(String key, byte @Nullable [] record, int partition) {
        try {
            return kept(key, record, partition, UnreadableRecord.UNKNOWN);
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("A record of {} with the key {} can't be processed", table.baseName(), PrintableText.of(key), e);
            unreadable.found(new UnreadableRecord(
                    table.topic(), partition, UnreadableRecord.UNKNOWN, bytes(key), String.valueOf(e)));
            return form.ofUnreadable(Objects.requireNonNull(record));
        }
    }

    /** A local store has the key's record as unreadable. */
    void metUnreadable(byte[] key, int partition) {
        unreadable.found(new UnreadableRecord(
                table.topic(), partition, UnreadableRecord.UNKNOWN, key, "it couldn't be read when it arrived"));
    }

    /** A partition is no longer held here. */
    void left(int partition) {
        unreadable.forget(table.topic(), partition);
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
