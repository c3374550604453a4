package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.ListingKey;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Puts a table topic's records into its store, in the form in which the table keeps them: while the store is loaded, and
 * from then on. Many records are converted by all processors at once: while a store is loaded, that is most of the work.
 */
final class TableUpdate extends ContextualProcessor<byte[], byte[], Void, Void> {

    /** Fewer records take less time than it takes other threads to begin. */
    private static final int WORTH_SHARING = 64;

    private static final int MOST_AT_ONCE = 1_000;

    /** A record to be converted. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Arrived(String key, byte @Nullable [] value, int partition, long offset, boolean isRecent) {}

    private final StoredTable table;
    private final List<IncomingRecords> incoming;
    private final TableStores stores;
    private final ChangeWatch watch;
    private final List<Arrived> arrived = new ArrayList<>();
    private final Set<String> changed = new LinkedHashSet<>();
    private @Nullable TableStore store;

    /**
     * @param incoming convert records, each on one thread at a time
     */
    TableUpdate(StoredTable table, List<IncomingRecords> incoming, TableStores stores, ChangeWatch watch) {
        this.table = table;
        this.incoming = List.copyOf(incoming);
        this.stores = stores;
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
        String key = target.key(record, at);
        if (key != null) {
            arrived.add(new Arrived(key, record.value(), at.partition(), at.offset(), isRecent(record.timestamp())));
            changed.add(key);
        }
        boolean last = stores.shared().progress().isLast(at.topic());
        if (last || arrived.size() >= MOST_AT_ONCE) {
            convert(target);
        }
        if (last) {
            target.endOfPoll();
            changed.forEach(this::notifyWatchers);
            changed.clear();
        }
    }

    /** Records with one key are converted one after the other, so that the last one decides whether it is readable. */
    private void convert(TableStore target) {
        int shares = arrived.size() < WORTH_SHARING ? 1 : incoming.size();
        byte[][] kept = new byte[arrived.size()][];
        IntStream.range(0, shares).parallel().forEach(share -> {
            for (int i = 0; i < kept.length; i++) {
                Arrived record = arrived.get(i);
                if (Math.floorMod(record.key().hashCode(), shares) == share) {
                    kept[i] =
                            incoming.get(share).kept(record.key(), record.value(), record.partition(), record.offset());
                }
            }
        });
        for (int i = 0; i < kept.length; i++) {
            Arrived record = arrived.get(i);
            target.put(record.partition(), record.offset(), record.key(), kept[i], record.isRecent());
        }
        arrived.clear();
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
}
