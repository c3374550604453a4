package dev.partnercatalog.runtime.table;

import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
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
 * <p>The table keeps the bytes as they came: a registry that is away, or a record that can't be read, is the matter of
 * whoever asks for that record and never stops the thread that fills the table. Thread-safe once bound.
 */
public final class GlobalTable<T extends SpecificRecord> {

    @SuppressWarnings("ArrayRecordComponent") // which array it is counts, not what it holds
    private record Decoded<T>(byte[] bytes, T value) {}

    private final String name;
    private final String topic;
    private final SchemaRegistry registry;
    private final Class<T> type;
    private final AtomicLong version = new AtomicLong();
    private final ConcurrentMap<String, Decoded<T>> decoded = new ConcurrentHashMap<>();
    private volatile @Nullable ReadOnlyKeyValueStore<String, byte[]> store;

    public GlobalTable(CatalogTopic topic, Class<T> type, SchemaRegistry registry, String topicPrefix) {
        this.name = topic.baseName();
        this.topic = topic.name(topicPrefix);
        this.registry = registry;
        this.type = type;
    }

    /** Makes the table a part of an application that is not yet built. */
    public void addTo(Topology topology) {
        topology.addGlobalStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.ByteArray())
                        .withLoggingDisabled(),
                name + "-source",
                new StringDeserializer(),
                new ByteArrayDeserializer(),
                topic,
                name + "-table",
                () -> new GlobalTableUpdate(name, version));
    }

    /** Connects the table with its running application; before that, reading fails. */
    public void bind(KafkaStreams streams) {
        bind(table -> streams.store(StoreQueryParameters.fromNameAndType(table, QueryableStoreTypes.keyValueStore())));
    }

    /** Connects the table with wherever the application's stores are found by name. */
    public void bind(Function<String, ReadOnlyKeyValueStore<String, byte[]>> stores) {
        store = stores.apply(name);
    }

    /**
     * The record of a key, null where there is none.
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
        if (known != null && known.bytes() == bytes) {
            return known.value();
        }
        // A deserializer is no thread's to share, and making one costs little beside what it decodes.
        try (RecordDeserializer<T> deserializer = new RecordDeserializer<>(registry, type)) {
            T value = deserializer.deserialize(topic, bytes);
            decoded.put(key, new Decoded<>(bytes, value));
            return value;
        }
    }

    /** The keys at this moment. */
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
            throw new IllegalStateException("the table " + name + " is not bound to a running application");
        }
        return bound;
    }
}
