package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.EntryCache;
import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.key.VariantKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.query.PositionBound;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryConfig;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A partition's variants as images, on disk and, once the partition is this instance's own, in memory. Kafka Streams
 * restores a store from its topic as the topic has it; here the records become images on the way.
 *
 * <p>Each opening has a cache of its own, which is told of every change before the next one, whoever makes it: so it
 * never says what the store doesn't.
 */
final class VariantStore implements KeyValueStore<Bytes, byte[]> {

    private static final Logger LOG = LoggerFactory.getLogger(VariantStore.class);

    private final KeyValueStore<Bytes, byte[]> disk;
    private final IncomingRecords incoming;
    private final HeldVariants held;
    private @Nullable Open open;
    private int partition;

    /** @param disk where everything is kept */
    VariantStore(KeyValueStore<Bytes, byte[]> disk, IncomingRecords incoming, HeldVariants held) {
        this.disk = disk;
        this.incoming = incoming;
        this.held = held;
    }

    /** The store between its opening and its closing. Thread-safe. */
    static final class Open {
        private final KeyValueStore<Bytes, byte[]> disk;
        private final EntryCache cache;
        private boolean cached;
        private volatile boolean closed;

        Open(KeyValueStore<Bytes, byte[]> disk, EntryCache cache) {
            this.disk = disk;
            this.cache = cache;
        }

        boolean isOpen() {
            return !closed;
        }

        /** As {@link EntryCache#place}. */
        long place(EntryKey everywhere) {
            return cache.place(everywhere);
        }

        /** As {@link EntryCache#findAlone}. */
        @Nullable
        Slice findAlone(EntryKey everywhere, long place) {
            return cache.findAlone(everywhere, place);
        }

        /**
         * The most specific entry of a barcode that holds at a scope, null where there is none.
         *
         * @param alone as {@link #findAlone} told it before
         * @throws InvalidStateStoreException where the store is closed by now
         */
        @Nullable
        Slice find(Scope scope, EntryKey everywhere, @Nullable Slice alone) {
            if (alone != null) {
                return alone.isAbsent() ? null : alone;
            }
            EntryKey company = everywhere.ofCompany(scope.companyId());
            Slice found = scope.isCompany() ? null : find(company.ofLocation(scope.locationId()));
            if (found == null) {
                found = find(company);
            }
            return found == null ? find(everywhere) : found;
        }

        /** The value of one key, from the disk. */
        byte @Nullable [] get(Bytes key) {
            return disk.get(key);
        }

        private @Nullable Slice find(EntryKey key) {
            Slice cachedValue = cache.find(key);
            if (cachedValue != null) {
                return cachedValue.isAbsent() ? null : cachedValue;
            }
            byte[] value = disk.get(Bytes.wrap(key.encoded()));
            return value == null ? null : new Slice(value, 0);
        }

        private synchronized void put(Bytes key, byte @Nullable [] value) {
            disk.put(key, value);
            cache(key.get(), value);
        }

        private synchronized void putAll(List<KeyValue<Bytes, byte[]>> entries) {
            disk.putAll(entries);
            entries.forEach(entry -> cache(entry.key.get(), entry.value));
        }

        private void cache(byte[] encoded, byte @Nullable [] value) {
            EntryKey key = cached && !closed ? key(encoded) : null;
            if (key != null) {
                cache.put(key, value);
            }
        }

        /** Null where nobody can ask for the key. */
        private static @Nullable EntryKey key(byte[] encoded) {
            try {
                VariantKey key = VariantKey.parse(new String(encoded, StandardCharsets.UTF_8));
                EntryKey entry = EntryKey.everywhere(key.barcode());
                if (key.companyId() != null) {
                    entry = entry.ofCompany(key.companyId());
                }
                return key.locationId() == null ? entry : entry.ofLocation(key.locationId());
            } catch (InvalidKeyException e) {
                LOG.debug("a key that nobody can ask for isn't cached: {}", e.getMessage());
                return null;
            }
        }

        /** Brings what the store holds into memory; what changes meanwhile is there already. */
        void fillCache() {
            synchronized (this) {
                if (closed || cached) {
                    return;
                }
                cached = true;
            }
            try (KeyValueIterator<Bytes, byte[]> all = disk.all()) {
                while (all.hasNext() && !Thread.currentThread().isInterrupted()) {
                    KeyValue<Bytes, byte[]> entry = all.next();
                    fill(entry.key.get(), entry.value);
                }
            } catch (InvalidStateStoreException e) {
                LOG.debug("the store was closed while it was read", e);
                return;
            } catch (ProcessorStateException e) {
                LOG.error("The local store of {} can't be read: what it holds isn't kept in memory", disk.name(), e);
                return;
            }
            synchronized (this) {
                if (!closed && !Thread.currentThread().isInterrupted()) {
                    cache.complete();
                }
            }
        }

        private synchronized void fill(byte[] encoded, byte[] value) {
            EntryKey key = closed ? null : key(encoded);
            if (key != null && !cache.knows(key)) {
                cache.put(key, value);
            }
        }

        private synchronized void close() {
            closed = true;
            cache.close();
        }
    }

    @Override
    public String name() {
        return disk.name();
    }

    @Override
    public void init(StateStoreContext context, StateStore root) {
        partition = context.taskId().partition();
        Open opening = new Open(disk, held.tier().newCache());
        open = opening;
        String topic = Table.VARIANTS.baseName() + ", partition " + partition + ", while it was restored";
        BatchingStateRestoreCallback restore = records -> opening.putAll(
                records.stream().map(record -> restored(record, topic)).toList());
        disk.init(new RestoringContext(context, restore), root);
        held.opened(partition, opening);
    }

    private KeyValue<Bytes, byte[]> restored(KeyValue<byte[], byte[]> record, String place) {
        byte[] image = incoming.kept(new String(record.key, StandardCharsets.UTF_8), record.value, place);
        return KeyValue.pair(Bytes.wrap(record.key), image);
    }

    @Override
    public void put(Bytes key, byte @Nullable [] value) {
        opened().put(key, value);
    }

    @Override
    public byte @Nullable [] putIfAbsent(Bytes key, byte[] value) {
        byte[] before = disk.get(key);
        if (before == null) {
            put(key, value);
        }
        return before;
    }

    @Override
    public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
        opened().putAll(entries);
    }

    @Override
    public byte @Nullable [] delete(Bytes key) {
        byte[] before = disk.get(key);
        put(key, null);
        return before;
    }

    private Open opened() {
        if (open == null) {
            throw new IllegalStateException("not open");
        }
        return open;
    }

    @Override
    public byte @Nullable [] get(Bytes key) {
        return disk.get(key);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
        return disk.range(from, to);
    }

    @Override
    public KeyValueIterator<Bytes, byte[]> all() {
        return disk.all();
    }

    @Override
    public long approximateNumEntries() {
        return disk.approximateNumEntries();
    }

    @Override
    public <R> QueryResult<R> query(Query<R> query, PositionBound bound, QueryConfig config) {
        return disk.query(query, bound, config);
    }

    @Override
    public Position getPosition() {
        return disk.getPosition();
    }

    @Override
    public void commit(Map<TopicPartition, Long> changelogOffsets) {
        disk.commit(changelogOffsets);
    }

    @Override
    public @Nullable Long committedOffset(TopicPartition changelog) {
        return disk.committedOffset(changelog);
    }

    @Override
    @SuppressWarnings("deprecation") // who wraps a store passes on what it says
    public boolean managesOffsets() {
        return disk.managesOffsets();
    }

    @Override
    public void close() {
        Open closing = open;
        if (closing != null) {
            held.closed(partition, closing);
            closing.close();
            open = null;
        }
        disk.close();
    }

    @Override
    public boolean persistent() {
        return disk.persistent();
    }

    @Override
    public boolean isOpen() {
        return disk.isOpen();
    }
}
