package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.EntryCache;
import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.progress.OffsetRow;
import dev.partnercatalog.runtime.store.RowRange;
import dev.partnercatalog.runtime.store.RowStateStore;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.StoreTimes;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.jspecify.annotations.Nullable;

/**
 * A table as a global store of Kafka Streams: all of a topic's partitions, on disk and, as far as they fit, in memory.
 * It is read by interactive queries, with the store type {@link TableStoreType}. Readers are any threads, the writer is
 * the application's.
 */
public final class TableStore extends RowStateStore {

    private static final Set<Family> FAMILIES = Collections.unmodifiableSet(
            EnumSet.of(Family.RECORDS, Family.LISTED, Family.CHANGES, Family.LATEST, Family.PROGRESS));

    private final StoredTable table;
    private final String topic;
    private final TableStores shared;
    private @Nullable EntryCache cache;
    private @Nullable TableUpdates updates;

    /** @param topic the table's */
    TableStore(StoredTable table, String topic, TableStores shared) {
        super(table.storeName());
        this.table = table;
        this.topic = topic;
        this.shared = shared;
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        StoreTimes opening = StoreTimes.open(
                context.stateDir().toPath().resolve(name()),
                shared.memory(),
                FAMILIES,
                shared.rowsKept(),
                Objects.requireNonNull(shared.topics().get(name()), "a store without a topic"),
                shared.clock().instant());
        RowStore opened = opening.store();
        EntryCache kept = shared.filling().newCache();
        TableUpdates started = new TableUpdates(table, opened, kept);
        partitions()
                .forEach(partition -> shared.progress()
                        .of(partition)
                        .opened(OffsetRow.read(opened.get(Family.PROGRESS, OffsetRow.key(partition.partition())))));
        cache = kept;
        updates = started;
        opened(opening);
        context.register(root, (key, value) -> {
            throw new IllegalStateException("the records of " + topic + " go through their processor");
        });
        shared.filling().add(() -> started.fillCache(this::metUnreadable));
    }

    private Stream<TopicPartition> partitions() {
        return shared.progress().partitions().stream()
                .filter(partition -> partition.topic().equals(topic));
    }

    private void metUnreadable(byte[] key) {
        String text = new String(key, StandardCharsets.UTF_8);
        int count = (int) partitions().count();
        shared.unreadable()
                .found(new UnreadableRecord(
                        table.topic(),
                        table == StoredTable.SKUS
                                ? Partitioning.byCompany(ListingKey.parse(text).companyId(), count)
                                : VariantKeys.partition(VariantKeys.parse(text), count),
                        UnreadableRecord.UNKNOWN,
                        key,
                        "it couldn't be read when it arrived"));
    }

    /** Takes a record; it is readable once it is {@linkplain #write written}. */
    void add(TableUpdates.Arriving record) {
        Objects.requireNonNull(updates, "not open").add(record);
    }

    /** Writes the records of a poll. */
    void write() {
        write(partition -> shared.progress().next(partition));
        shared.progress().reached(topic);
    }

    /** @param positions those known in addition to the records' own */
    private void write(Function<TopicPartition, @Nullable Long> positions) {
        shared.room().run();
        Map<Integer, Long> further = new HashMap<>();
        partitions().forEach(partition -> {
            Long position = positions.apply(partition);
            if (position != null) {
                further.put(partition.partition(), position);
            }
        });
        Objects.requireNonNull(updates, "not open")
                .write(further)
                .forEach((partition, row) -> shared.progress()
                        .of(new TopicPartition(topic, partition))
                        .applied(row));
    }

    @Override
    public void commit(Map<TopicPartition, Long> offsets) {
        write(partition -> shared.progress().of(partition).position());
        rows().flush();
    }

    @Override
    public @Nullable Long committedOffset(TopicPartition partition) {
        byte[] row = rows().get(Family.PROGRESS, OffsetRow.key(partition.partition()));
        return row == null ? null : OffsetRow.read(row).position();
    }

    @Override
    public void close() {
        RowStore closing = closing();
        if (updates != null) {
            updates.close();
        }
        if (closing != null) {
            closing.close();
            partitions().forEach(partition -> shared.unreadable().forget(table.topic(), partition.partition()));
        }
    }

    private EntryCache cache() {
        return Objects.requireNonNull(cache, "not open");
    }

    /** See {@link EntryCache#findAlone}. */
    @Nullable
    Slice[] findAlone(EntryKey[] keys, IntPredicate wanted) {
        return cache().findAlone(keys, wanted);
    }

    /** See {@link EntryCache#find(EntryKey[])}. */
    @Nullable
    Slice[] findInMemory(EntryKey[] keys) {
        return cache().find(keys);
    }

    /** The entry with a key; null if there is none with content. */
    @Nullable
    Slice find(EntryKey key) {
        Slice cached = cache().find(key);
        if (cached != null) {
            return cached.isAbsent() ? null : cached;
        }
        byte[] value = rows().get(Family.RECORDS, encoded(key));
        return value == null || VariantImages.isReference(value) ? null : new Slice(value, 0);
    }

    /** The values of several keys on the disk, in their order; null for those that there are none of. */
    List<byte @Nullable []> getAll(List<byte[]> keys) {
        return rows().getAll(Family.RECORDS, keys);
    }

    static byte[] encoded(EntryKey key) {
        return VariantKeys.encode(new ScopedVariant(key.scope(), key.barcode())).getBytes(StandardCharsets.US_ASCII);
    }

    /** What changed, as far as this table records it. */
    ChangeIndex changes() {
        return new ChangeIndex(rows());
    }

    /** Whether a scope lists a barcode. */
    boolean isListed(Scope scope, String barcode) {
        try (RowRange listed =
                rows().rows(Family.LISTED, RowKey.listed(scope, barcode), RowKey.afterListed(scope, barcode))) {
            return listed.hasNext();
        }
    }

    /** Reads a page of what a scope lists. */
    void readListed(Scope scope, String after, ListedPage page) {
        byte[] from = RowKey.afterListed(scope, after);
        while (from != null) {
            try (RowRange listed = rows().rows(Family.LISTED, from, RowKey.afterAllListed(scope))) {
                String seekAfter = page.read(listed);
                from = seekAfter == null ? null : RowKey.afterListed(scope, seekAfter);
            }
        }
    }
}
