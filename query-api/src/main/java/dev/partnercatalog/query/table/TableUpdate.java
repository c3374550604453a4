package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.trace.CanaryWatch;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.key.Canary;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.time.Duration;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Puts a table topic's records into its store, in the form in which the table keeps them. Kafka Streams creates it when
 * the store is restored, and closes it before the partition moves elsewhere.
 */
final class TableUpdate extends ContextualProcessor<byte[], byte[], Void, Void> {

    private static final Duration MAINTENANCE = Duration.ofSeconds(1);

    private final StoredTable table;
    private final int partitions;
    private final IncomingRecords incoming;
    private final TableState state;
    private final MemoryFilling memory;
    private final UnreadableRecords unreadable;
    private final CanaryWatch canaries;
    private final ChangeWatch watch;
    private final Retention retention;
    private @Nullable KeyValueStore<String, byte[]> store;

    /** @param partitions the topic's partition count */
    TableUpdate(
            StoredTable table,
            int partitions,
            IncomingRecords incoming,
            TableState state,
            MemoryFilling memory,
            UnreadableRecords unreadable,
            CanaryWatch canaries,
            ChangeWatch watch,
            Retention retention) {
        this.table = table;
        this.partitions = partitions;
        this.incoming = incoming;
        this.state = state;
        this.memory = memory;
        this.unreadable = unreadable;
        this.canaries = canaries;
        this.watch = watch;
        this.retention = retention;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        store = context.getStateStore(table.storeName());
        OpenTable open = partition().started();
        if (open != null) {
            memory.add(open);
        }
        context.schedule(MAINTENANCE, PunctuationType.WALL_CLOCK_TIME, time -> maintain());
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        KeyValueStore<String, byte[]> target = store;
        if (target == null) {
            throw new IllegalStateException("not initialized");
        }
        RecordMetadata at = context().recordMetadata().orElseThrow();
        String key = key(record, at);
        if (key != null && Canary.is(key)) {
            canaries.arrived(new TopicPartition(at.topic(), at.partition()), Cause.of(record.headers()));
        }
        if (key != null) {
            target.put(key, incoming.kept(key, record.value(), at.partition(), at.offset()));
        }
        partition().applied(at.offset());
        if (key != null) {
            tellOthers(key);
        }
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

    private void maintain() {
        OpenTable open = partition().readable();
        if (open != null) {
            open.maintain(
                    retention.clock().millis(),
                    partition().appliedTo(),
                    retention.kept().toMillis());
        }
    }

    private TablePartition partition() {
        return state.partition(table, context().taskId().partition());
    }

    /** Null if the key can't be requested. */
    private @Nullable String key(Record<byte[], byte[]> record, RecordMetadata at) {
        try {
            return OwnRecords.key(table.topic(), record.key(), at.partition(), partitions);
        } catch (UnreadableRecordException e) {
            if (record.value() != null) {
                unreadable.found(new UnreadableRecord(
                        table.topic(), at.partition(), at.offset(), record.key(), String.valueOf(e.getMessage())));
            } else if (record.key() != null) {
                unreadable.gone(table.topic(), at.partition(), record.key());
            }
            return null;
        }
    }

    @Override
    public void close() {
        partition().stopped();
    }
}
