package dev.partnercatalog.runtime.store;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.AbstractEventListener;
import org.rocksdb.BackgroundErrorReason;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.Status;
import org.rocksdb.WriteBufferManager;

/**
 * Configures RocksDB for the stores of an application: one limit on the memory outside the heap, for the read cache and
 * write buffers of all stores together. Without it, each store would take its own, and the total would grow with the
 * number of partitions.
 */
public final class RocksDbMemory implements AutoCloseable {

    private static final String KEY = "catalog.rocksdb.memory";
    private static final long WRITE_BUFFER_BYTES = 8L << 20;

    /**
     * What a family of a database of our own may hold before it is written to a file, as a part of the memory: few files,
     * which are rewritten less often. The idle ones of a few databases together must leave most of the write buffers
     * to others: once they take up the limit, RocksDB flushes whatever is written at each write.
     */
    private static final int FAMILY_PART = 16;

    /** A writer goes on while others are written to the disk. */
    private static final int WRITE_BUFFERS = 3;

    /** Twice RocksDB's default: merging takes a third less, and a look-up may search more files. */
    static final int MERGED_FILES = 8;

    /** The same until a new store is loaded, which nobody reads yet: merging takes a quarter of a load's processor time. */
    static final int MERGED_FILES_OF_LOADING = 256;

    /** By default a store allocates a MiB for its first byte: many stores would reach the limit while almost empty. */
    private static final long WRITE_BUFFER_PIECE_BYTES = 64L << 10;

    private static final double BLOOM_BITS = 10;

    /** Per store: starting the default of sixteen threads takes longer than opening the few files that it has. */
    static final int OPENING_THREADS = 1;

    /** RocksDB's statistics, which nobody reads, come from a thread that may crash a process that ends on a full disk. */
    private static final int NEVER = 0;

    static {
        RocksDB.loadLibrary();
    }

    private final Cache cache;
    private final WriteBufferManager writeBuffers;
    private final BloomFilter filter = new BloomFilter(BLOOM_BITS, false);
    private final FailingWrites failingWrites = new FailingWrites();
    private final long familyBufferBytes;
    private boolean closed;

    /** @param bytes for read cache and write buffers together */
    public RocksDbMemory(long bytes) {
        familyBufferBytes = bytes / FAMILY_PART;
        cache = new LRUCache(bytes);
        writeBuffers = new WriteBufferManager(bytes / 2, cache);
    }

    /** Registers the metric of the memory taken. */
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("catalog.streams.store.memory.bytes", this::usedBytes)
                .description("Memory of all stores together, outside the heap.")
                .register(registry);
    }

    private synchronized long usedBytes() {
        return closed ? 0 : cache.getUsage();
    }

    /** Makes an application with these properties respect the limit. */
    public void applyTo(Map<Object, Object> properties) {
        properties.put(KEY, this);
        properties.put("rocksdb.config.setter", Setter.class);
    }

    /** The options of a database of our own, which the caller closes. */
    DBOptions databaseOptions() {
        return new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL)
                // Its column families are written together, so that they are of one moment after any end of the
                // process.
                .setAtomicFlush(true)
                .setWriteBufferManager(writeBuffers)
                .setMaxFileOpeningThreads(OPENING_THREADS)
                .setStatsDumpPeriodSec(NEVER)
                .setStatsPersistPeriodSec(NEVER)
                .setIncreaseParallelism(Math.max(2, Runtime.getRuntime().availableProcessors()))
                .setListeners(List.of(failingWrites));
    }

    /** The options of a column family of such a database, which the caller closes. */
    ColumnFamilyOptions columnFamilyOptions() {
        return new ColumnFamilyOptions()
                .setTableFormatConfig(tableFormat(new BlockBasedTableConfig()))
                // As in Kafka Streams' own stores. Levels are written several times as often while a store is loaded.
                .setCompactionStyle(CompactionStyle.UNIVERSAL)
                .setWriteBufferSize(familyBufferBytes)
                .setMaxWriteBufferNumber(WRITE_BUFFERS)
                .setLevel0FileNumCompactionTrigger(MERGED_FILES)
                // Otherwise it would slow down the writer of a store that was just loaded.
                .setLevel0SlowdownWritesTrigger(2 * MERGED_FILES_OF_LOADING)
                .setLevel0StopWritesTrigger(4 * MERGED_FILES_OF_LOADING)
                .setArenaBlockSize(WRITE_BUFFER_PIECE_BYTES)
                .setOptimizeFiltersForHits(false);
    }

    private BlockBasedTableConfig tableFormat(BlockBasedTableConfig table) {
        return table.setBlockCache(cache)
                .setCacheIndexAndFilterBlocks(true)
                .setPinTopLevelIndexAndFilter(true)
                .setFilterPolicy(filter);
    }

    /** To be called when the application is closed. */
    @Override
    public synchronized void close() {
        closed = true;
        failingWrites.close();
        filter.close();
        writeBuffers.close();
        cache.close();
    }

    /** Instantiated by Kafka Streams, once per store. */
    public static final class Setter implements RocksDBConfigSetter {

        @Override
        public void setConfig(String storeName, Options options, Map<String, Object> configs) {
            RocksDbMemory memory = (RocksDbMemory) configs.get(KEY);
            if (memory == null) {
                throw new IllegalStateException("the store " + storeName + " was given no memory limit");
            }
            options.setTableFormatConfig(memory.tableFormat((BlockBasedTableConfig) options.tableFormatConfig()));
            // Neighbouring entries have much in common: the beginning of their keys, and a product's fields.
            options.setCompressionType(CompressionType.LZ4_COMPRESSION);
            options.setWriteBufferManager(memory.writeBuffers);
            options.setWriteBufferSize(WRITE_BUFFER_BYTES);
            options.setArenaBlockSize(WRITE_BUFFER_PIECE_BYTES);
            options.setMaxFileOpeningThreads(OPENING_THREADS);
            options.setStatsDumpPeriodSec(NEVER);
            options.setStatsPersistPeriodSec(NEVER);
            // Most keys looked up are absent; without a filter on the last level, each would cost a read.
            options.setOptimizeFiltersForHits(false);
            options.setListeners(List.of(memory.failingWrites));
        }

        @Override
        public void close(String storeName, Options options) {
            // Cache, buffers and filter are shared; they are closed with the application.
        }
    }

    /**
     * Lets a store that can't be written report this to its writer, who closes it and retries when that makes sense.
     * RocksDB's own recovery would wait for the writer, who waits for the recovery (facebook/rocksdb#9876, seen with 10.1).
     * For a flush without a write-ahead log, the library prints an {@code IllegalArgumentException} instead of calling
     * this, with the same effect.
     */
    private static final class FailingWrites extends AbstractEventListener {

        FailingWrites() {
            super(EnabledEventCallback.ON_ERROR_RECOVERY_BEGIN);
        }

        @Override
        public boolean onErrorRecoveryBegin(BackgroundErrorReason reason, Status error) {
            return false;
        }
    }
}
