package dev.partnercatalog.query.table;

import dev.partnercatalog.query.table.TableTopology.Closing;
import dev.partnercatalog.query.table.TableTopology.TableStores;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.text.PrintableText;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a table topic's records into its store, in the form in which the table keeps them: while the store is loaded, and
 * from then on. An unreadable record is reported and kept as unreadable. If the registry is unavailable, it is waited for:
 * nothing may be skipped, and nothing is wrong with the record.
 */
final class TableUpdate extends ContextualProcessor<byte[], byte[], Void, Void> {

    private static final Logger LOG = LoggerFactory.getLogger(TableUpdate.class);

    private final StoredTable table;
    private final TableStores stores;
    private final ChangeWatch watch;
    private final Closing closing;
    private final StoredForm.Reader<?> reader;
    private final Set<String> changed = new LinkedHashSet<>();
    private @Nullable TableStore store;

    TableUpdate(StoredTable table, TableStores stores, ChangeWatch watch, Closing closing) {
        this.table = table;
        this.stores = stores;
        this.watch = watch;
        this.closing = closing;
        this.reader = stores.reader(table);
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        store = context.getStateStore(table.storeName());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        TableStore target = Objects.requireNonNull(store, "not initialized");
        RecordMetadata at = context().recordMetadata().orElseThrow();
        String key = target.key(record, at);
        if (key != null) {
            byte[] kept = kept(key, record.value(), at.partition(), at.offset());
            target.put(at.partition(), at.offset(), key, kept, isRecent(record.timestamp()));
            changed.add(key);
        }
        if (stores.shared().progress().isLast(at.topic())) {
            target.endOfPoll();
            changed.forEach(this::notifyWatchers);
            changed.clear();
        }
    }

    /** Older cursors aren't valid any more. Brokers set the time. */
    private boolean isRecent(long timestamp) {
        return timestamp > stores.shared().clock().millis() - stores.rowsKept().toMillis();
    }

    private void notifyWatchers(String key) {
        switch (table) {
            case VARIANTS -> {}
            case COMPANY_VARIANTS ->
                watch.changed(VariantKeys.parseOfCompany(key).scope());
            case SKUS -> {
                ListingKey listing = ListingKey.parse(key);
                watch.changed(Scope.of(listing.companyId(), listing.locationId()));
            }
        }
    }

    /**
     * The value to keep; null for a record that deletes its key. A record that fails for any reason is
     * kept as unreadable: it would fail again at every attempt, and hold up all others.
     */
    private byte @Nullable [] kept(String key, byte @Nullable [] record, int partition, long offset) {
        if (closing.breaksOff().getAsBoolean()) {
            throw new IllegalStateException("closed while the tables are loaded");
        }
        if (record == null) {
            stores.shared().unreadable().gone(table.topic(), partition, bytes(key));
            return null;
        }
        while (true) {
            try {
                byte[] kept = reader.kept(key, record);
                stores.shared().unreadable().gone(table.topic(), partition, bytes(key));
                return kept;
            } catch (UnreadableRecordException e) {
                return unreadable(key, partition, offset, String.valueOf(e.getMessage()));
            } catch (RegistryUnavailableException e) {
                if (closing.wanted().getAsBoolean()) {
                    throw e;
                }
                LOG.warn("waiting for the registry to continue with {}: {}", table.baseName(), e.getMessage());
            } catch (RuntimeException | StackOverflowError e) {
                LOG.error(
                        "A record of {} with the key {} can't be processed",
                        table.baseName(),
                        PrintableText.of(key),
                        e);
                return unreadable(key, partition, offset, "it can't be processed");
            }
        }
    }

    private byte[] unreadable(String key, int partition, long offset, String why) {
        stores.shared().unreadable().found(new UnreadableRecord(table.topic(), partition, offset, bytes(key), why));
        return StoredForm.ofUnreadable();
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
