package dev.partnercatalog.runtime.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.Status;
import org.rocksdb.TtlDB;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table on disk: one RocksDB with a family of rows for each purpose, each sorted by its keys' bytes. What is written
 * together is there together after any end of the process, or not at all; what was written since the last flush may be
 * missing then. Readers don't wait for each other or for a writer, only for {@link #close}. Once damage was found in it, it
 * is discarded when it is closed. Thread-safe.
 *
 * <p>Kafka Streams' own store answers one reader at a time, and has neither further families nor batches over them.
 */
public final class RowStore implements AutoCloseable {

    /** The rows for one purpose. */
    public enum Family {
        /** The topic's records, by their keys. */
        RECORDS(false),
        /** What a scope lists. */
        LISTED(false),
        /** What changed at a scope, in order of time. Rows disappear some time after they expire. */
        CHANGES(true),
        /** The latest change of each barcode at a scope. Rows disappear likewise. */
        LATEST(true),
        /** How far each partition of the topic has been read, and when the table was complete. */
        PROGRESS(false);

        private final boolean expires;

        Family(boolean expires) {
            this.expires = expires;
        }

        /** Each listing has three rows of indexes. Cached blocks aren't compressed, so most look-ups cost no more. */
        private CompressionType compression() {
            return expires || this == LISTED ? CompressionType.ZSTD_COMPRESSION : CompressionType.LZ4_COMPRESSION;
        }

        private byte[] familyName() {
            // RocksDB requires one family with this name.
            return this == RECORDS ? RocksDB.DEFAULT_COLUMN_FAMILY : name().getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** How often RocksDB looks for expired rows in files that it has no other reason to rewrite. */
    private static final Duration EXPIRY_INTERVAL = Duration.ofDays(1);

    private static final Logger LOG = LoggerFactory.getLogger(RowStore.class);

    private final Path folder;
    private final RocksDB database;
    private final DBOptions options;
    private final List<ColumnFamilyOptions> familyOptions = new ArrayList<>();
    private final Map<Family, ColumnFamilyHandle> families = new EnumMap<>(Family.class);
    private final WriteOptions writing = new WriteOptions().setDisableWAL(true);
    private final ReadWriteLock closing = new ReentrantReadWriteLock();
    private boolean closed;
    private boolean loading;

    /** What was found, in RocksDB's words. */
    private volatile @Nullable String damage;

    private RowStore(Path folder, RocksDbMemory memory, Set<Family> kinds, Duration retention) throws RocksDBException {
        this.folder = folder;
        this.options = memory.databaseOptions();
        List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
        List<Integer> seconds = new ArrayList<>();
        for (Family family : kinds) {
            ColumnFamilyOptions ofFamily = memory.columnFamilyOptions().setCompressionType(family.compression());
            if (family.expires) {
                ofFamily.setPeriodicCompactionSeconds(EXPIRY_INTERVAL.toSeconds());
            }
            familyOptions.add(ofFamily);
            descriptors.add(new ColumnFamilyDescriptor(family.familyName(), ofFamily));
            seconds.add(family.expires ? Math.toIntExact(retention.toSeconds()) : 0);
        }
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try {
            database = TtlDB.open(options, folder.toString(), descriptors, handles, seconds, false);
        } catch (RocksDBException e) {
            closeOptions();
            throw e;
        }
        Iterator<ColumnFamilyHandle> opened = handles.iterator();
        for (Family family : kinds) {
            families.put(family, opened.next());
        }
    }

    /**
     * Opens a store, or creates it. A damaged one is discarded and made anew: its content can be read again.
     *
     * @param folder of this store alone
     * @param kinds what it has rows for, always the same, {@link Family#RECORDS} among them
     * @param retention after which time rows of expiring families may disappear; in whole seconds
     * @throws ProcessorStateException if it can't be opened
     */
    public static RowStore open(Path folder, RocksDbMemory memory, Set<Family> kinds, Duration retention) {
        try {
            Files.createDirectories(folder);
            try {
                return new RowStore(folder, memory, kinds, retention);
            } catch (RocksDBException e) {
                if (!StoreFault.isDamage(e)) {
                    throw e;
                }
                discardDamaged(folder, String.valueOf(e.getMessage()));
                return new RowStore(folder, memory, kinds, retention);
            }
        } catch (IOException | RocksDBException e) {
            throw new ProcessorStateException("the store " + folder + " can't be opened", e);
        }
    }

    private static void discardDamaged(Path folder, String damage) {
        LOG.error("The local store {} is damaged ({}): discarding it and rebuilding it from Kafka", folder, damage);
        StateFolder.delete(folder);
    }

    private ColumnFamilyHandle handle(Family family) {
        return Objects.requireNonNull(families.get(family), "a store without rows of this kind");
    }

    /** The value of a row; null if there is none. Throws {@link InvalidStateStoreException} if the store is closed. */
    public byte @Nullable [] get(Family family, byte[] key) {
        return read(() -> database.get(handle(family), key));
    }

    /** The values of several rows, in the order of their keys; null for those that there are none of. */
    public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
        if (keys.size() < 2) {
            // RocksDB doesn't expect to be asked for nothing, and takes longer to look several up.
            return keys.stream().map(key -> get(family, key)).toList();
        }
        return read(() -> {
            ColumnFamilyHandle[] handles = new ColumnFamilyHandle[keys.size()];
            Arrays.fill(handles, handle(family));
            List<byte @Nullable []> values = database.multiGetAsList(Arrays.asList(handles), keys);
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i) == null) {
                    // RocksDB doesn't tell apart what isn't there from what can't be read.
                    values.set(i, database.get(handles[i], keys.get(i)));
                }
            }
            return values;
        });
    }

    /**
     * The rows from a key on, before {@code to}. The store isn't closed before they are: close them soon, on the same
     * thread.
     */
    public RowRange rows(Family family, byte[] from, byte @Nullable [] to) {
        Lock open = open();
        try {
            return new RowRange(family, from, to, open);
        } catch (RuntimeException | Error e) {
            open.unlock();
            throw e;
        }
    }

    /** Rows in order, as they were when this was created. For one thread, which closes it. */
    public final class RowRange implements AutoCloseable {

        private final ReadOptions options = new ReadOptions();
        private final @Nullable Slice end;
        private final RocksIterator rows;
        private final Lock open;

        /** @param open released when this is closed */
        private RowRange(Family family, byte[] from, byte @Nullable [] to, Lock open) {
            this.open = open;
            this.end = to == null ? null : new Slice(to);
            if (end != null) {
                options.setIterateUpperBound(end);
            }
            rows = database.newIterator(handle(family), options);
            rows.seek(from);
        }

        /** Whether there is a current row. */
        public boolean hasNext() {
            if (rows.isValid()) {
                return true;
            }
            try {
                rows.status();
            } catch (RocksDBException e) {
                throw readFault(e);
            }
            return false;
        }

        /** The key of the current row. */
        public byte[] key() {
            if (!hasNext()) {
                throw new NoSuchElementException("no more rows");
            }
            return rows.key();
        }

        /** The value of the current row. */
        public byte[] value() {
            return rows.value();
        }

        /** Moves on to the next row. */
        public void advance() {
            rows.next();
        }

        @Override
        public void close() {
            rows.close();
            options.close();
            if (end != null) {
                end.close();
            }
            open.unlock();
        }
    }

    /** Writes everything in a batch, or nothing. */
    public void write(RowBatch batch) {
        Lock open = open();
        try (WriteBatch writes = new WriteBatch()) {
            for (Map.Entry<RowBatch.Row, byte @Nullable []> change :
                    batch.changes().entrySet()) {
                ColumnFamilyHandle family = handle(change.getKey().family());
                byte[] key = change.getKey().key().get();
                byte[] value = change.getValue();
                if (value == null) {
                    writes.delete(family, key);
                } else {
                    writes.put(family, key, value);
                }
            }
            database.write(writing, writes);
        } catch (RocksDBException e) {
            throw writeFault(e);
        } finally {
            open.unlock();
        }
    }

    /** Makes everything written so far durable. */
    public void flush() {
        Lock open = open();
        try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
            database.flush(waiting, List.copyOf(families.values()));
        } catch (RocksDBException e) {
            throw writeFault(e);
        } finally {
            open.unlock();
        }
    }

    /** Whether the store is new and nobody reads it yet. For its writer's thread. */
    public void setLoading(boolean is) {
        if (is == loading) {
            return;
        }
        loading = is;
        Lock open = open();
        try {
            for (ColumnFamilyHandle family : families.values()) {
                database.setOptions(
                        family,
                        MutableColumnFamilyOptions.builder()
                                .setLevel0FileNumCompactionTrigger(
                                        is ? RocksDbMemory.MERGED_FILES_OF_LOADING : RocksDbMemory.MERGED_FILES)
                                .build());
            }
        } catch (RocksDBException e) {
            throw writeFault(e);
        } finally {
            open.unlock();
        }
    }

    /** Its size on the disk in bytes. */
    public long diskBytes() {
        return read(() -> database.getAggregatedLongProperty("rocksdb.total-sst-files-size"));
    }

    /** The estimated number of its records. */
    public long records() {
        return read(() -> database.getLongProperty(handle(Family.RECORDS), "rocksdb.estimate-num-keys"));
    }

    private interface Reading<T extends @Nullable Object> {
        T run() throws RocksDBException;
    }

    private <T extends @Nullable Object> T read(Reading<T> reading) {
        Lock open = open();
        try {
            return reading.run();
        } catch (RocksDBException e) {
            throw readFault(e);
        } finally {
            open.unlock();
        }
    }

    /** Takes the lock that each use of the database holds: native code crashes if it is used after closing. */
    private Lock open() {
        Lock open = closing.readLock();
        open.lock();
        if (closed) {
            open.unlock();
            throw new InvalidStateStoreException("the store " + folder + " was closed");
        }
        return open;
    }

    /** What can't be written may be the disk's fault: the data stays, unless RocksDB says that it is corrupt. */
    private ProcessorStateException writeFault(RocksDBException fault) {
        if (fault.getStatus() != null && fault.getStatus().getCode() == Status.Code.Corruption) {
            damage = String.valueOf(fault.getMessage());
        }
        return new ProcessorStateException("the store " + folder + " can't be written", fault);
    }

    private ProcessorStateException readFault(RocksDBException fault) {
        if (StoreFault.isDamage(fault)) {
            damage = String.valueOf(fault.getMessage());
        }
        return new ProcessorStateException("the store " + folder + " can't be read", fault);
    }

    /** Waits for readers; what was written since the last flush is lost. */
    @Override
    public void close() {
        closing.writeLock().lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            families.values().forEach(ColumnFamilyHandle::close);
            database.close();
            closeOptions();
            // It may have been moved away with everything of its task.
            if (damage != null && Files.exists(folder)) {
                discardDamaged(folder, damage);
            }
        } finally {
            closing.writeLock().unlock();
        }
    }

    private void closeOptions() {
        writing.close();
        familyOptions.forEach(ColumnFamilyOptions::close);
        options.close();
    }
}
