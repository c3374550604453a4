package dev.partnercatalog.webhook.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.partnercatalog.resolution.ScopedVariant;
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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** A topic of the catalog, which all tasks of the process read, and what has changed in it. */
public abstract sealed class CatalogStore extends TopicStore permits EntryStore, ListingStore, ProductStore {

    /** The position before the first record. */
    public static final long NOTHING = -1;

    /** For how long it is known at least what changed since an offset. */
    public static final Duration CHANGES_KEPT = TopicSettings.MOVES_RETENTION;

    private static final Duration ROWS_KEPT = CHANGES_KEPT.plusDays(1);

    /** More at a time don't make writing any cheaper. */
    private static final int WRITTEN_TOGETHER = 200;

    private static final int PARTITION_BYTES = Integer.BYTES;

    /** A change concerns many partners, and a product many companies: as much as this of what was read is kept in memory. */
    private static final long READ_BYTES = 16L << 20;

    private static final int OVERHEAD_BYTES = 200;

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

    /** What was read lately, by the records' keys. */
    private final Cache<String, Read> read = Caffeine.newBuilder()
            .maximumWeight(READ_BYTES)
            .weigher((String key, Read of) -> of.bytes())
            .build();

    /** What the rows that are yet to be written change. */
    private final Map<ScopedVariant, Origin> changed = new LinkedHashMap<>();

    /** @param derived the rows that are made of the records, beside how far the topic was read */
    CatalogStore(String name, CatalogTopic topic, Set<Family> derived, CatalogStores shared) {
        super(
                name,
                topic,
                new Layout(derived, derived.contains(Family.CHANGES) ? ROWS_KEPT : Duration.ZERO, WRITTEN_TOGETHER),
                shared.shared);
    }

    /** What changed in a partition after an offset, in order; each variant once. */
    public final List<Change> changesAfter(int partition, long offset, int limit) {
        List<Change> changes = new ArrayList<>();
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

    /**
     * What a record says.
     *
     * @param image of its content, not to be changed; null if it only refers to a product
     * @param product revision of the product's record that it is or refers to
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Content(byte @Nullable [] image, long product) {

        private static final Content UNREADABLE = new Content(SinkCatalog.UNKNOWN, NOTHING);
    }

    /** What was read of a record. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Read(byte[] record, Content content) {

        private int bytes() {
            byte[] image = content.image();
            return OVERHEAD_BYTES + record.length + (image == null ? 0 : image.length);
        }
    }

    /** Where a record is: its partition and key in the topic, and its row here. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Place(int partition, String key, byte[] row) {}

    /**
     * What the records at some places say; null where there is none. A record that can't be read, whatever is wrong with it,
     * {@linkplain SinkCatalog#isUnknown has an unknown image}: others must get theirs. Looking them up together costs much
     * less.
     *
     * @throws RegistryUnavailableException if a schema can't be asked for now, which says nothing about the record
     */
    final List<@Nullable Content> contents(List<Place> places, BiFunction<String, byte[], Content> reader) {
        Iterator<byte @Nullable []> records = rows().getAll(
                        Family.RECORDS, places.stream().map(Place::row).toList())
                .iterator();
        List<@Nullable Content> contents = new ArrayList<>();
        for (Place place : places) {
            byte[] record = records.next();
            contents.add(record == null ? null : content(place, record, reader));
        }
        return contents;
    }

    private Content content(Place place, byte[] record, BiFunction<String, byte[], Content> reader) {
        Read known = read.getIfPresent(place.key());
        if (known != null && Arrays.equals(known.record(), record)) {
            return known.content();
        }
        try {
            Content content = reader.apply(place.key(), record);
            read.put(place.key(), new Read(record, content));
            return content;
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (RuntimeException e) {
            unreadable(place.partition(), place.key(), String.valueOf(e.getMessage()));
            return Content.UNREADABLE;
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

    /** What changed is looked up together, which costs much less. */
    @Override
    protected void write(RowBatch writing) {
        List<byte[]> keys = changed.keySet().stream().map(CatalogKeys::of).toList();
        Iterator<byte @Nullable []> befores =
                writing.getAll(Family.LATEST, keys).iterator();
        Iterator<byte[]> latest = keys.iterator();
        changed.forEach((variant, origin) -> {
            byte[] before = befores.next();
            if (before != null) {
                writing.put(Family.CHANGES, CatalogKeys.with(before, variant), null);
            }
            byte[] place = changeKey(origin.partition(), origin.offset());
            byte[] eventTime = origin.eventTime().bytes();
            byte[] value = ByteBuffer.allocate(Long.BYTES + eventTime.length)
                    .putLong(origin.at())
                    .put(eventTime)
                    .array();
            writing.put(Family.CHANGES, CatalogKeys.with(place, variant), value);
            writing.put(Family.LATEST, latest.next(), place);
        });
        changed.clear();
        super.write(writing);
    }
}
