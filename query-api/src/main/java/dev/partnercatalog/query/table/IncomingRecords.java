package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
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

    private final StoredTable table;
    private final StoredForm form;
    private final UnreadableRecords unreadable;
    private final Closing closing;

    IncomingRecords(StoredTable table, StoredForm form, UnreadableRecords unreadable, Closing closing) {
        this.table = table;
        this.form = form;
        this.unreadable = unreadable;
        this.closing = closing;
    }

    /**
     * The value to keep; null for a record that deletes its key. A record that fails for any reason is
     * kept as unreadable: it would fail again at every attempt, and hold up all others.
     */
    byte @Nullable [] kept(String key, byte @Nullable [] record, int partition, long offset) {
        if (closing.breaksOff()) {
            throw new IllegalStateException("closed while the tables are loaded");
        }
        if (record == null) {
            unreadable.gone(table.topic(), partition, bytes(key));
            return null;
        }
        while (true) {
            try {
                byte[] kept = form.of(key, record);
                unreadable.gone(table.topic(), partition, bytes(key));
                return kept;
            } catch (UnreadableRecordException e) {
                return unreadable(key, record, partition, offset, String.valueOf(e.getMessage()));
            } catch (RegistryUnavailableException e) {
                if (closing.isWanted()) {
                    throw e;
                }
                LOG.warn("waiting for the registry to continue with {}: {}", table.baseName(), e.getMessage());
            } catch (RuntimeException | StackOverflowError e) {
                LOG.error(
                        "A record of {} with the key {} can't be processed",
                        table.baseName(),
                        PrintableText.of(key),
                        e);
                return unreadable(key, record, partition, offset, "it can't be processed");
            }
        }
    }

    private byte[] unreadable(String key, byte[] record, int partition, long offset, String why) {
        unreadable.found(new UnreadableRecord(table.topic(), partition, offset, bytes(key), why));
        return form.ofUnreadable(record);
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
