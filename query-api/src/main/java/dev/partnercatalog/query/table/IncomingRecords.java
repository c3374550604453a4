package dev.partnercatalog.query.table;

import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings records that come into the form in which their table keeps them. A record that can't be read is counted and
 * kept as such. A registry that is away is waited for: nothing may pass unseen, and nothing is wrong with the record.
 * Not thread-safe.
 */
final class IncomingRecords {

    private static final Logger LOG = LoggerFactory.getLogger(IncomingRecords.class);

    /** Less than the time after which a consumer that doesn't poll is put out of its group. */
    private static final Duration REGISTRY_PATIENCE = Duration.ofMinutes(2);

    private final Table table;
    private final StoredForm form;
    private final TableProgress progress;

    IncomingRecords(Table table, StoredForm form, TableProgress progress) {
        this.table = table;
        this.form = form;
        this.progress = progress;
    }

    /** What is to be kept, null for a record that takes its key back. */
    byte @Nullable [] kept(String key, byte @Nullable [] record, String place) {
        if (record == null) {
            return null;
        }
        long deadline = System.nanoTime() + REGISTRY_PATIENCE.toNanos();
        while (true) {
            try {
                return form.of(key, record);
            } catch (UnreadableRecordException e) {
                LOG.error("the record of {} can't be read, at {}", key, place, e);
                progress.unreadable();
                return form.ofUnreadable(record);
            } catch (RegistryUnavailableException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                LOG.warn("waiting for the registry to go on with {}: {}", table.baseName(), e.getMessage());
            }
        }
    }
}
