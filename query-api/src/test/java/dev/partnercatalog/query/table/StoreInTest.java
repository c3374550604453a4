package dev.partnercatalog.query.table;

import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.table.TableTopology.TableStores;
import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.StoreSources;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.runtime.table.TopicStore;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.jspecify.annotations.Nullable;

/** The store of one table in its own application, from its opening to its closing, without an application's thread. */
final class StoreInTest implements AutoCloseable {

    static final Duration KEPT = Duration.ofDays(7);
    private static final TopicSettings ONE_PARTITION = new TopicSettings("catalog.", 1, (short) 1);

    private final CatalogTable table;
    private final String topic;
    private final RocksDbMemory outsideHeap = new RocksDbMemory(16 << 20);
    private final MemoryTier memory;
    private final UnreadableRecords unreadable = new UnreadableRecords(new SimpleMeterRegistry(), "catalog.");
    private final TableStore store;
    private long offset;

    StoreInTest(Path folder, CatalogTable table) {
        this(folder, table, 4 << 20, InstantSource.system());
    }

    StoreInTest(Path folder, CatalogTable table, long memoryBytes, InstantSource clock) {
        this.table = table;
        topic = table.topic().name(ONE_PARTITION.prefix());
        memory = new MemoryTier(memoryBytes, null);
        TopicStore.Shared all = new TopicStore.Shared(
                outsideHeap,
                new StoreSources(Map.of(), KEPT),
                new TableProgress(ONE_PARTITION),
                unreadable,
                ONE_PARTITION,
                () -> {},
                clock);
        store = new TableStore(table, new TableStores(all, memory, KEPT));
        Properties properties = new Properties();
        properties.put("application.id", "test");
        properties.put("bootstrap.servers", "none:1");
        store.init(
                new MockProcessorContext<>(properties, new TaskId(0, 0), folder.toFile()).getStateStoreContext(),
                store);
        offset = position(0);
    }

    TableStore store() {
        return store;
    }

    /** Puts what the table keeps of a record, after all others; null deletes it. */
    void put(String key, byte @Nullable [] value) {
        put(0, offset++, key, value);
    }

    void put(int partition, long at, String key, byte @Nullable [] value) {
        store.put(partition, at, key, value, true);
        store.endOfPoll();
    }

    /** The position that the store itself keeps. */
    long position(int partition) {
        Long committed = store.committedOffset(new TopicPartition(topic, partition));
        return committed == null ? 0 : committed;
    }

    void flush() {
        store.commit(Map.of());
        store.rows().flush();
    }

    void awaitFilled() {
        await().until(() -> memory.pendingStores() == 0);
    }

    long memoryBytes() {
        return memory.takenBytes();
    }

    long unreadable() {
        return unreadable.count(table.topic());
    }

    /** Ends as after a kill: nothing is written any more. */
    void kill() {
        store.close();
        memory.close();
        outsideHeap.close();
        unreadable.close();
    }

    @Override
    public void close() {
        if (store.isOpen()) {
            flush();
        }
        kill();
    }

    /**
     * Copies the files of an open store, as a kill at this moment leaves them. RocksDB compacts and deletes files for
     * a while after a flush; a copy during which a file changed is no state that was ever on disk, and is made again.
     */
    static void copyAsKilled(Path from, Path to) {
        await().ignoreExceptionsMatching(StoreInTest::isMissing).until(() -> {
            Utils.delete(to.toFile());
            Map<Path, Long> sizes = sizes(from, to);
            for (Path file : sizes.keySet()) {
                Path copy = to.resolve(from.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
            return sizes.equals(sizes(from, to));
        });
    }

    private static boolean isMissing(Throwable failure) {
        return (failure instanceof UncheckedIOException ? failure.getCause() : failure) instanceof NoSuchFileException;
    }

    private static Map<Path, Long> sizes(Path from, Path without) throws IOException {
        Map<Path, Long> sizes = new HashMap<>();
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                if (!file.startsWith(without) && Files.isRegularFile(file) && !file.endsWith("LOCK")) {
                    sizes.put(file, Files.size(file));
                }
            }
        }
        return sizes;
    }
}
