package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowStore;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.RowStore.RowRange;
import dev.partnercatalog.runtime.table.TopicStore;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** A topic of the catalog, which all tasks of the process read, and what has changed in it. */
public abstract sealed class CatalogStore extends TopicStore permits EntryStore, ListingStore, ProductStore {

    /** The position before the first record. */
    public static final long NOTHING = -1;

    /** For how long it is known at least what changed since an offset. */
    public static final Duration CHANGE_RETENTION = TopicSettings.MOVES_RETENTION;

    private static final Duration ROW_RETENTION = CHANGE_RETENTION.plusDays(1);

    /** More at a time don't make writing any cheaper. */
    private static final int WRITTEN_TOGETHER = 200;

    private static final int PARTITION_BYTES = Integer.BYTES;

    /**
     * The record that made a change.
     *
     * @param offset of the record
     * @param at when it was written, in milliseconds since 1970
     * @param eventTime of the event that led to it
     */
    public record Origin(int partition, long offset, long at, PublicationTime eventTime) {

        static Origin of(Record<?, ?> record, RecordMetadata metadata) {
            return new Origin(
                    metadata.partition(), metadata.offset(), record.timestamp(), PublicationTime.of(record.headers()));
        }
    }

    /**
     * A change that may concern partners, of a variant at a scope or at all scopes of its company.
     *
     * @param before the position before it in its source
     */
    public record Change(ScopedVariant variant, Origin origin, FeedPosition before) {}

    /** What the rows that are yet to be written change. */
    private final Map<ScopedVariant, Origin> changed = new LinkedHashMap<>();

    /** @param derived the rows that are made of the records, beside how far the topic was read */
    CatalogStore(String name, CatalogTopic topic, Set<Family> derived, CatalogStores shared) {
        super(
                name,
                topic,
                new Layout(derived, derived.contains(Family.CHANGES) ? ROW_RETENTION : Duration.ZERO, WRITTEN_TOGETHER),
                shared.shared);
    }

    /** What changed in a partition after an offset, in order; each variant once. */
    public final List<Change> changesAfter(int partition, long offset, int limit) {
        List<Change> changes = new ArrayList<>();
        if (offset >= position(partition)) {
            return changes; // Most ticks ask where nothing is new, and RocksDB takes long to say so.
        }
        byte[] end = ByteBuffer.allocate(PARTITION_BYTES).putInt(partition + 1).array();
        try (RowRange range = rows().rows(Family.CHANGES, changeKey(partition, offset + 1), end)) {
            for (; range.hasNext() && changes.size() < limit; range.advance()) {
                ByteBuffer value = ByteBuffer.wrap(range.value());
                long at = ByteBuffer.wrap(range.key()).getLong(PARTITION_BYTES);
                changes.add(new Change(
                        CatalogKeys.variant(range.key(), PARTITION_BYTES + Long.BYTES),
                        new Origin(
                                partition,
                                at,
                                value.getLong(),
                                PublicationTime.of(Arrays.copyOfRange(value.array(), Long.BYTES, value.capacity()))),
                        FeedPosition.in(topic(), at - 1)));
            }
        }
        return changes;
    }

    private static byte[] changeKey(int partition, long offset) {
        return ByteBuffer.allocate(PARTITION_BYTES + Long.BYTES)
                .putInt(partition)
                .putLong(offset)
                .array();
    }

    /** Makes the image of a record; null if it can't be made. */
    interface ImageMaker<K> {

        byte @Nullable [] make(K key, byte[] record);
    }

    /**
     * The images of the rows that have one. It is kept with its record once it was made, as long as this version of the
     * program makes the same.
     *
     * @param versionAt where an image says its version
     */
    final <K> Map<K, byte[]> images(
            Collection<K> keys, Function<K, byte[]> layout, int versionAt, ImageMaker<K> maker) {
        Map<K, byte[]> images = new HashMap<>();
        Map<K, RecordRow> made = new HashMap<>();
        forEach(Family.RECORDS, keys, layout, (key, stored) -> {
            RecordRow row = stored == null ? null : RecordRow.read(stored);
            if (row != null && row.image() != null && row.image()[versionAt] == VariantImage.VERSION) {
                images.put(key, row.image());
            } else if (row != null) {
                byte[] image = maker.make(key, row.record());
                if (image != null) {
                    images.put(key, image);
                    made.put(key, new RecordRow(row.record(), image));
                }
            }
        });
        if (!made.isEmpty()) {
            keepImages(made, layout);
        }
        return images;
    }

    /** Looks the rows of several keys up at once, which costs much less. */
    private <K> void forEach(
            Family family, Collection<K> keys, Function<K, byte[]> layout, BiConsumer<K, byte @Nullable []> visitor) {
        Iterator<byte @Nullable []> rows =
                rows().getAll(family, keys.stream().map(layout).toList()).iterator();
        keys.forEach(key -> visitor.accept(key, rows.next()));
    }

    /**
     * What is made of a record; null if it can't be read, whatever is wrong with it: others must get theirs.
     *
     * @throws RegistryUnavailableException if its schema can't be asked for now, which says nothing about the record
     */
    final <T> @Nullable T made(int partition, String key, Supplier<@Nullable T> maker) {
        try {
            return maker.get();
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            unreadable(partition, key, String.valueOf(e.getMessage()));
            return null;
        }
    }

    // Writing, on the global thread

    @Override
    protected void begun(RowStore rows) {
        changed.clear();
    }

    /** Takes a record, unless the store holds it. It is readable once it is written. Throws what {@link #take} throws. */
    final void put(String key, byte @Nullable [] value, Origin origin) {
        if (origin.offset() > position(origin.partition())) {
            take(key, value, origin);
        }
    }

    /**
     * Takes a record.
     *
     * @param value as it came; null if there is none any more
     * @throws dev.partnercatalog.schemas.registry.UnreadableRecordException if what is kept of it can't be read: what was
     *     there before stays
     * @throws RegistryUnavailableException if a schema can't be asked for now
     */
    abstract void take(String key, byte @Nullable [] value, Origin origin);

    /** Notes a change, in place of an earlier one of the same variant. */
    final void changed(ScopedVariant variant, Origin origin) {
        changed.put(variant, origin);
    }

    /** What changed is looked up together, which costs much less. No image is kept meanwhile. */
    @Override
    protected synchronized void write(RowBatch writing) {
        List<byte[]> keys = changed.keySet().stream().map(CatalogKeys::of).toList();
        Iterator<byte @Nullable []> befores =
                writing.getAll(Family.LATEST, keys).iterator();
        Iterator<byte[]> latest = keys.iterator();
        changed.forEach((variant, origin) -> {
            byte[] before = befores.next();
            if (before != null) {
                writing.put(Family.CHANGES, CatalogKeys.with(before, variant), null);
            }
            byte[] change = changeKey(origin.partition(), origin.offset());
            byte[] eventTime = origin.eventTime().bytes();
            byte[] value = ByteBuffer.allocate(Long.BYTES + eventTime.length)
                    .putLong(origin.at())
                    .put(eventTime)
                    .array();
            writing.put(Family.CHANGES, CatalogKeys.with(change, variant), value);
            writing.put(Family.LATEST, latest.next(), change);
        });
        changed.clear();
        super.write(writing);
    }

    /** Keeps the images of rows whose records are still the newest. */
    final synchronized <K> void keepImages(Map<K, RecordRow> made, Function<K, byte[]> layout) {
        RowBatch images = new RowBatch(rows());
        forEach(Family.RECORDS, made.keySet(), layout, (key, stored) -> {
            RecordRow row = Objects.requireNonNull(made.get(key));
            if (stored != null && Arrays.equals(RecordRow.read(stored).record(), row.record())) {
                images.put(Family.RECORDS, layout.apply(key), row.bytes());
            }
        });
        rows().write(images);
    }

    static byte[] number(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    /**
     * A record as it came and, once somebody has asked for it, the image that was made of it: in one row, so that a new record
     * takes the place of both.
     */
    static final class RecordRow {

        private final byte[] record;
        private final byte @Nullable [] image;

        /** @param image null until it is made */
        RecordRow(byte[] record, byte @Nullable [] image) {
            this.record = record;
            this.image = image;
        }

        byte[] record() {
            return record;
        }

        byte @Nullable [] image() {
            return image;
        }

        static RecordRow read(byte[] row) {
            int end = Integer.BYTES + ByteBuffer.wrap(row).getInt();
            return new RecordRow(
                    Arrays.copyOfRange(row, end, row.length),
                    end == Integer.BYTES ? null : Arrays.copyOfRange(row, Integer.BYTES, end));
        }

        byte[] bytes() {
            byte[] made = image == null ? new byte[0] : image;
            return ByteBuffer.allocate(Integer.BYTES + made.length + record.length)
                    .putInt(made.length)
                    .put(made)
                    .put(record)
                    .array();
        }
    }
}
