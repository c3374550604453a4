package dev.partnercatalog.runtime.table;

import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * A small compacted topic as a table that every instance holds whole, in memory, each record decoded once.
 *
 * <p>The table keeps the bytes as they came, so that a registry that is away never stops the thread that fills it. The
 * newest record of a key counts, also where it can't be read: it is then as if the key weren't there, never as if what
 * the record replaced still held. Thread-safe once bound.
 */
public final class GlobalTable<T extends SpecificRecord> {

    /** @param value null where the bytes can't be read */
    @SuppressWarnings("ArrayRecordComponent") // which array it is counts, not what it holds
    private record Decoded<T>(byte[] bytes, @Nullable T value) {}

    private final CatalogTopic topic;
    private final Class<T> type;
    private final SchemaRegistry registry;
    private final String topicPrefix;
    private final int partitions;
    private final AtomicLong version = new AtomicLong();
    private final ConcurrentMap<String, Decoded<T>> decoded = new ConcurrentHashMap<>();
    private volatile @Nullable ReadOnlyKeyValueStore<String, byte[]> store;

    /** @param partitions that the topic has */
    public GlobalTable(CatalogTopic topic, Class<T> type, SchemaRegistry registry, String topicPrefix, int partitions) {
        this.topic = topic;
        this.type = type;
        this.registry = registry;
        this.topicPrefix = topicPrefix;
        this.partitions = partitions;
    }

    /**
     * Makes the table a part of an application that is not yet built.
     *
     * @param unreadable told which records can't be read
     */
    public void addTo(Topology topology, UnreadableRecords unreadable) {
        addTo(topology, unreadable, value -> {});
    }

    /**
     * As {@link #addTo(Topology, UnreadableRecords)}, for a table whose reader has demands of its own.
     *
     * @param demands throws {@link UnreadableRecordException} on a record that the reader leaves out
     */
    public void addTo(Topology topology, UnreadableRecords unreadable, Consumer<T> demands) {
        String name = topic.baseName();
        Arrivals<T> arrivals = new Arrivals<>(topic, this::records, unreadable, demands, this::canBeReadAgain);
        unreadable.watch(topic, arrivals::examine);
        topology.addGlobalStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.ByteArray())
                        .withLoggingDisabled(),
                name + "-source",
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer(),
                topic.name(topicPrefix),
                name + "-table",
                () -> new GlobalTableUpdate(topic, partitions, version, unreadable, arrivals));
    }

    /** Connects the table with its running application; before that, reading fails. */
    public void bind(KafkaStreams streams) {
        bind(table -> streams.store(StoreQueryParameters.fromNameAndType(table, QueryableStoreTypes.keyValueStore())));
    }

    /** Connects the table with wherever the application's stores are found by name. */
    public void bind(Function<String, ReadOnlyKeyValueStore<String, byte[]>> stores) {
        store = stores.apply(topic.baseName());
    }

    /**
     * The record of a key, null where there is none that can be read.
     *
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException where the record's schema is not known
     *     yet and the registry can't be asked
     */
    @SuppressWarnings("ReferenceEquality") // the same array, as told below
    public @Nullable T get(String key) {
        byte[] bytes = store().get(key);
        if (bytes == null) {
            decoded.remove(key);
            return null;
        }
        Decoded<T> known = decoded.get(key);
        // The in-memory store hands out the very array it holds, so the same array is the same record.
        if (known == null || known.bytes() != bytes) {
            known = new Decoded<>(bytes, decode(key, bytes));
            decoded.put(key, known);
        }
        return known.value();
    }

    private @Nullable T decode(String key, byte[] bytes) {
        try {
            return records().value(key, bytes);
        } catch (UnreadableRecordException e) {
            // It is named by the one who examines what arrives, not by each one who asks.
            return null;
        }
    }

    /** A reader of records is no thread's to share, and making one costs little beside what it decodes. */
    private OwnRecords<T> records() {
        return new OwnRecords<>(topic, type, registry, topicPrefix, partitions);
    }

    private void canBeReadAgain(String key) {
        decoded.remove(key);
        version.incrementAndGet();
    }

    /** Whether the newest record of a key is there but can't be read; throws as {@link #get}. */
    public boolean isUnreadable(String key) {
        return store().get(key) != null && get(key) == null;
    }

    /** The keys at this moment, those of records that can't be read too. */
    public List<String> keys() {
        List<String> keys = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> all = store().all()) {
            all.forEachRemaining(entry -> keys.add(entry.key));
        }
        return keys;
    }

    /** Grows with each change of the table, after the change can be read. */
    public long version() {
        return version.get();
    }

    private ReadOnlyKeyValueStore<String, byte[]> store() {
        ReadOnlyKeyValueStore<String, byte[]> bound = store;
        if (bound == null) {
            throw new IllegalStateException("the table " + topic.baseName() + " is not bound to a running application");
        }
        return bound;
    }
}
