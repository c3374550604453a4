package dev.partnercatalog.runtime.store;

import java.util.NoSuchElementException;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** Rows of a {@link RowStore} in order, as they were when this was created. For one thread, which closes it. */
public final class RowRange implements AutoCloseable {

    private final ReadOptions options = new ReadOptions();
    private final @Nullable Slice end;
    private final RocksIterator rows;
    private final Lock open;
    private final Function<RocksDBException, ProcessorStateException> unreadable;

    /**
     * @param open released when this is closed
     * @param unreadable what a reader is told of a fault
     */
    RowRange(
            RocksDB database,
            ColumnFamilyHandle family,
            byte[] from,
            byte @Nullable [] to,
            Lock open,
            Function<RocksDBException, ProcessorStateException> unreadable) {
        this.open = open;
        this.unreadable = unreadable;
        this.end = to == null ? null : new Slice(to);
        if (end != null) {
            options.setIterateUpperBound(end);
        }
        rows = database.newIterator(family, options);
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
            throw unreadable.apply(e);
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
