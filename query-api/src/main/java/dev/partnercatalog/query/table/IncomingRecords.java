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
 * Brings records that come into the form in which their table keeps them. A record that can't be read is named and
 * kept as such. A registry that is away is waited for: nothing may pass unseen, and nothing is wrong with the record.
 * Not thread-safe.
 */
final class IncomingRecords {

    private static final Logger LOG = LoggerFactory.getLogger(IncomingRecords.class);

    /** Less than the time after which a consumer that doesn't poll is put out of its group. */
    private static final Duration REGISTRY_PATIENCE = Duration.ofMinutes(2);

    private final Table table;
    private final StoredForm form;
    private final UnreadableRecords unreadable;

    IncomingRecords(Table table, StoredForm form, UnreadableRecords unreadable) {
        this.table = table;
        this.form = form;
        this.unreadable = unreadable;
    }

    /**
     * The value to keep; null for a record that deletes its key, or for a canary.
     *
     * @param offset {@link UnreadableRecord#UNKNOWN} where that isn't told
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
                LOG.warn("waiting for the registry to go on with {}: {}", table.baseName(), e.getMessage());
            }
        }
    }

    /**
     * As {@link #kept}, of a record from which a store is restored. Whoever processes records sets one aside that fails for
     * a reason nobody thought of; here it would fail again at every start, so it is kept as one that can't be read.
     */
    byte @Nullable [] restored(String key, byte @Nullable [] record, int partition) {
        try {
            return kept(key, record, partition, UnreadableRecord.UNKNOWN);
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("A record of {} with the key {} can't be taken", table.baseName(), PrintableText.of(key), e);
            unreadable.found(new UnreadableRecord(
                    table.topic(), partition, UnreadableRecord.UNKNOWN, bytes(key), String.valueOf(e)));
            return form.ofUnreadable(Objects.requireNonNull(record));
        }
    }

    /** A local store has the key's record as one that can't be read. */
    void metUnreadable(byte[] key, int partition) {
        unreadable.found(new UnreadableRecord(
                table.topic(), partition, UnreadableRecord.UNKNOWN, key, "it couldn't be read when it came"));
    }

    /** A partition is no longer held here. */
    void left(int partition) {
        unreadable.forget(table.topic(), partition);
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
