package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.trace.CanaryWatch;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.key.Canary;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Puts a table topic's records into its store, in the form in which the table keeps them: while the store is loaded, and
 * from then on.
 */
final class TableUpdate extends ContextualProcessor<byte[], byte[], Void, Void> {

    private final StoredTable table;
    private final int partitions;
    private final IncomingRecords incoming;
    private final TableStores stores;
    private final CanaryWatch canaries;
    private final ChangeWatch watch;
    private final Set<String> changed = new LinkedHashSet<>();
    private @Nullable TableStore store;

    /** @param partitions the topic's partition count */
    TableUpdate(
            StoredTable table,
            int partitions,
            IncomingRecords incoming,
            TableStores stores,
            CanaryWatch canaries,
            ChangeWatch watch) {
        this.table = table;
        this.partitions = partitions;
        this.incoming = incoming;
        this.stores = stores;
        this.canaries = canaries;
        this.watch = watch;
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
        String key = key(record, at);
        if (key != null) {
            target.add(new TableUpdates.Arriving(
                    at.partition(),
                    at.offset(),
                    key,
                    incoming.kept(key, record.value(), at.partition(), at.offset()),
                    isRecent(record.timestamp())));
            changed.add(key);
            if (Canary.is(key)) {
                canaries.arrived(new TopicPartition(at.topic(), at.partition()), Cause.of(record.headers()));
            }
        }
        if (stores.progress().isLast(at.topic())) {
            target.write();
            changed.forEach(this::tellOthers);
            changed.clear();
        }
    }

    /** Older cursors aren't valid any more. Brokers set the time. */
    private boolean isRecent(long timestamp) {
        return timestamp > stores.clock().millis() - stores.rowsKept().toMillis();
    }

    private void tellOthers(String key) {
        switch (table) {
            case VARIANTS -> {}
            case COMPANY_VARIANTS -> {
                VariantKey entry = VariantKey.parse(key);
                long companyId = entry.requireCompany();
                watch.changed(new Scope(companyId, entry.locationId() == null ? companyId : entry.locationId()));
            }
            case SKUS -> {
                ListingKey listing = ListingKey.parse(key);
                watch.changed(new Scope(listing.companyId(), listing.locationId()));
            }
        }
    }

    /** Null if the key can't be requested. */
    private @Nullable String key(Record<byte[], byte[]> record, RecordMetadata at) {
        try {
            return OwnRecords.key(table.topic(), record.key(), at.partition(), partitions);
        } catch (UnreadableRecordException e) {
            if (record.value() != null) {
                stores.unreadable()
                        .found(new UnreadableRecord(
                                table.topic(),
                                at.partition(),
                                at.offset(),
                                record.key(),
                                String.valueOf(e.getMessage())));
            } else if (record.key() != null) {
                stores.unreadable().gone(table.topic(), at.partition(), record.key());
            }
            return null;
        }
    }
}
