package dev.partnercatalog.runtime.table;

import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small compacted topic as a table that every instance holds completely in memory, with each record decoded when it
 * is looked up, and kept decoded while there is memory.
 *
 * <p>The table keeps the original bytes, so that an unavailable registry never stops the thread that fills it. The newest
 * record of a key counts, even if it can't be read: then the key counts as absent, and never as if the previous record
 * still applied. Records are checked soon after they arrive, by a thread that may wait for the registry, so that an
 * unreadable one is reported before anyone looks it up. Thread-safe once bound.
 */
public final class GlobalTable<T extends SpecificRecord> {

    private static final Logger LOG = LoggerFactory.getLogger(GlobalTable.class);

    /** After this time, an unreadable record is checked again: the registry may have its schema by then. */
    private static final long RECHECK_NANOS = Duration.ofMinutes(1).toNanos();

    /** @param value null if the bytes can't be read; freed, and decoded again when needed, if memory is short */
    @SuppressWarnings("ArrayRecordComponent") // compared by identity, not by content
    private record Decoded<T>(byte[] bytes, @Nullable SoftReference<T> value) {}

    private record View<V>(long version, V value) {}

    private final CatalogTopic topic;
    private final Class<T> type;
    private final SchemaRegistry registry;
    private final String topicPrefix;
    private final int partitions;

    /** Increases with each change of the table, after the change can be read. */
    private final AtomicLong version = new AtomicLong();

    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final List<ObjLongConsumer<TopicPartition>> progress = new CopyOnWriteArrayList<>();
    private final ConcurrentMap<String, Decoded<T>> decoded = new ConcurrentHashMap<>();
    private volatile @Nullable ReadOnlyKeyValueStore<String, byte[]> store;

    /** @param partitions the topic's partition count */
    public GlobalTable(CatalogTopic topic, Class<T> type, SchemaRegistry registry, String topicPrefix, int partitions) {
        this.topic = topic;
        this.type = type;
        this.registry = registry;
        this.topicPrefix = topicPrefix;
        this.partitions = partitions;
    }

    /** Adds the table to an application that is not built yet. */
    public void addTo(Topology topology, UnreadableRecords unreadable) {
        addTo(topology, unreadable, value -> {});
    }

    /** The same; {@code demands} throws {@link UnreadableRecordException} for a record that the reader leaves out. */
    public void addTo(Topology topology, UnreadableRecords unreadable, Consumer<T> demands) {
        String name = topic.baseName();
        Arrivals arrivals = new Arrivals(unreadable, demands);
        unreadable.watch(topic, arrivals::examine);
        topology.addGlobalStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.ByteArray())
                        .withLoggingDisabled(),
                name + "-source",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                topic.name(topicPrefix),
                name + "-table",
                () -> new Update(arrivals));
    }

    /** Calls the listener with each key that changes, after the change can be read. It must not wait. */
    public void onChange(Consumer<String> listener) {
        listeners.add(listener);
    }

    /** Calls the listener with the place of each record, after the record can be looked up or is left out. It must not wait. */
    public void onApplied(ObjLongConsumer<TopicPartition> listener) {
        progress.add(listener);
    }

    private void changed(String key) {
        version.incrementAndGet();
        listeners.forEach(listener -> listener.accept(key));
    }

    /** Connects the table to its running application; before that, reading fails. */
    public void bind(KafkaStreams streams) {
        bind(table -> streams.store(StoreQueryParameters.fromNameAndType(table, QueryableStoreTypes.keyValueStore())));
    }

    /** Connects the table to any lookup of the application's stores by name. */
    public void bind(Function<String, ReadOnlyKeyValueStore<String, byte[]>> stores) {
        store = stores.apply(topic.baseName());
    }

    /**
     * The record of a key; null if there is none that can be read.
     *
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if the record's schema is not known yet
     *     and the registry can't be reached
     */
    @SuppressWarnings("ReferenceEquality") // the same array, see below
    public @Nullable T get(String key) {
        byte[] bytes = store().get(key);
        if (bytes == null) {
            decoded.remove(key);
            return null;
        }
        Decoded<T> known = decoded.get(key);
        // The in-memory store returns the array that it holds, so the same array is the same record.
        if (known != null && known.bytes() == bytes) {
            SoftReference<T> cached = known.value();
            T value = cached == null ? null : cached.get();
            if (cached == null || value != null) {
                return value;
            }
        }
        T value = decode(key, bytes);
        decoded.put(key, new Decoded<>(bytes, value == null ? null : new SoftReference<>(value)));
        return value;
    }

    /** Like {@link #get}, for a caller that keeps what it needs of the record: the record isn't kept decoded. */
    public @Nullable T read(String key) {
        byte[] bytes = store().get(key);
        return bytes == null ? null : decode(key, bytes);
    }

    private @Nullable T decode(String key, byte[] bytes) {
        try {
            return reader().value(key, bytes);
        } catch (UnreadableRecordException e) {
            // It is reported when arrivals are checked, not at each lookup.
            return null;
        }
    }

    /** A reader can't be shared among threads, and creating one costs little compared with decoding. */
    private OwnRecords<T> reader() {
        return new OwnRecords<>(topic, type, registry, topicPrefix, partitions);
    }

    /** Whether a key's newest record exists but can't be read; throws like {@link #get}. */
    public boolean isUnreadable(String key) {
        return store().get(key) != null && get(key) == null;
    }

    /** The current keys, including those of unreadable records. */
    public List<String> keys() {
        return keys(store().all());
    }

    /** The current keys with a prefix, including those of unreadable records. */
    public List<String> keys(String prefix) {
        try (StringSerializer serializer = new StringSerializer()) {
            return keys(store().prefixScan(prefix, serializer));
        }
    }

    private static List<String> keys(KeyValueIterator<String, byte[]> entries) {
        List<String> keys = new ArrayList<>();
        try (entries) {
            entries.forEachRemaining(entry -> keys.add(entry.key));
        }
        return keys;
    }

    /** The current records, without those that can't be read; throws like {@link #get}. */
    public Stream<T> records() {
        return keys().stream().map(this::get).filter(Objects::nonNull);
    }

    /** What is made of the current {@link #records}, once for each change of the table. */
    public <V> Supplier<V> view(Function<Stream<T>, V> of) {
        AtomicReference<@Nullable View<V>> latest = new AtomicReference<>();
        return () -> {
            // The version is read first: a change in between only means that the next call makes it anew.
            long now = version.get();
            View<V> known = latest.get();
            if (known == null || known.version() != now) {
                known = new View<>(now, of.apply(records()));
                latest.set(known);
            }
            return known.value();
        };
    }

    private ReadOnlyKeyValueStore<String, byte[]> store() {
        ReadOnlyKeyValueStore<String, byte[]> bound = store;
        if (bound == null) {
            throw new IllegalStateException("the table " + topic.baseName() + " is not bound to a running application");
        }
        return bound;
    }

    @SuppressWarnings("ArrayRecordComponent") // compared by identity, not by content
    private record Arrival(byte[] value, int partition, long offset) {}

    /** Records that have arrived and have yet to be checked. Added by the thread that fills the table. */
    private final class Arrivals {

        private final UnreadableRecords unreadable;
        private final Consumer<T> demands;
        private final ConcurrentMap<String, Arrival> pending = new ConcurrentHashMap<>();
        private final ConcurrentMap<String, Arrival> leftOut = new ConcurrentHashMap<>();
        private long rechecked = System.nanoTime();

        Arrivals(UnreadableRecords unreadable, Consumer<T> demands) {
            this.unreadable = unreadable;
            this.demands = demands;
        }

        /** @param value as the table keeps it, null if the record was deleted */
        void add(String key, byte @Nullable [] value, RecordMetadata at) {
            leftOut.remove(key);
            if (value == null) {
                pending.remove(key);
                unreadable.gone(topic, at.partition(), bytes(key));
            } else {
                pending.put(key, new Arrival(value, at.partition(), at.offset()));
            }
        }

        /** Checks what has arrived. If the registry can't be reached, what needs it remains to be checked. */
        synchronized void examine() {
            if (System.nanoTime() - rechecked >= RECHECK_NANOS) {
                rechecked = System.nanoTime();
                leftOut.forEach(pending::putIfAbsent);
            }
            if (pending.isEmpty()) {
                return;
            }
            OwnRecords<T> reader = reader();
            try {
                pending.forEach((key, arrival) -> {
                    examine(reader, key, arrival);
                    if (!pending.remove(key, arrival)) {
                        // Meanwhile another record has replaced it, or it was deleted.
                        leftOut.remove(key, arrival);
                        unreadable.gone(topic, arrival.partition(), bytes(key));
                    }
                });
            } catch (RegistryUnavailableException e) {
                LOG.debug("{} can't be checked now", topic.baseName(), e);
            }
        }

        private void examine(OwnRecords<T> reader, String key, Arrival arrival) {
            try {
                demands.accept(reader.value(key, arrival.value()));
                unreadable.gone(topic, arrival.partition(), bytes(key));
                if (leftOut.remove(key, arrival)) {
                    decoded.remove(key);
                    changed(key);
                }
            } catch (UnreadableRecordException e) {
                leftOut.put(key, arrival);
                unreadable.found(new UnreadableRecord(
                        topic, arrival.partition(), arrival.offset(), bytes(key), String.valueOf(e.getMessage())));
            }
        }

        private static byte[] bytes(String key) {
            return key.getBytes(StandardCharsets.UTF_8);
        }
    }

    /**
     * Puts arriving records into the table and signals that it changed. Records whose key is invalid or in the wrong
     * partition are left out: in a partition other than its key's, a record would hide or delete the one that counts.
     */
    private final class Update extends ContextualProcessor<byte[], byte[], Void, Void> {

        private final Arrivals arrivals;

        Update(Arrivals arrivals) {
            this.arrivals = arrivals;
        }

        @Override
        public void process(Record<byte[], byte[]> record) {
            RecordMetadata at = context().recordMetadata().orElseThrow();
            if (record.key() != null) { // Brokers accept no record without a key in a compacted topic.
                update(record, at);
            }
            TopicPartition partition = new TopicPartition(at.topic(), at.partition());
            progress.forEach(listener -> listener.accept(partition, at.offset()));
        }

        private void update(Record<byte[], byte[]> record, RecordMetadata at) {
            String key;
            try {
                key = OwnRecords.key(topic, record.key(), at.partition(), partitions);
            } catch (UnreadableRecordException e) {
                arrivals.unreadable.leftOut(topic, record, at, e);
                return;
            }
            KeyValueStore<String, byte[]> table = context().getStateStore(topic.baseName());
            table.put(key, record.value());
            changed(key);
            arrivals.add(key, record.value(), at);
        }
    }
}
