package dev.partnercatalog.runtime.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Checks whether a task's stores can be opened, before Kafka Streams does: it would give up at the first one that
 * can't, and again at every start. Checks each file, but not each record in it.
 */
final class StoreInspection {

    static {
        RocksDB.loadLibrary();
    }

    private StoreInspection() {}

    /** What is wrong with the first damaged store of a task; empty if none is damaged. */
    static Optional<String> damage(Path task) throws IOException {
        for (Path store : stores(task)) {
            Optional<String> damage = isEmpty(store) ? Optional.empty() : openingFault(store);
            if (damage.isPresent()) {
                return damage;
            }
        }
        return Optional.empty();
    }

    /** The stores of a task. */
    static List<Path> stores(Path task) throws IOException {
        Path stores = task.resolve("rocksdb");
        if (!Files.isDirectory(stores)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(stores)) {
            return all.toList();
        }
    }

    private static boolean isEmpty(Path store) throws IOException {
        try (Stream<Path> files = Files.list(store)) {
            return files.findAny().isEmpty();
        }
    }

    private static Optional<String> openingFault(Path store) {
        List<ColumnFamilyHandle> families = new ArrayList<>();
        try (Options options = new Options();
                DBOptions reading = new DBOptions().setMaxFileOpeningThreads(RocksDbMemory.OPENING_THREADS)) {
            List<ColumnFamilyDescriptor> named = RocksDB.listColumnFamilies(options, store.toString()).stream()
                    .map(ColumnFamilyDescriptor::new)
                    .toList();
            if (named.isEmpty()) {
                return Optional.of("nothing describes the content of " + store);
            }
            RocksDB opened = RocksDB.openReadOnly(reading, store.toString(), named, families);
            families.forEach(ColumnFamilyHandle::close);
            opened.close();
            return Optional.empty();
        } catch (RocksDBException e) {
            return StoreFault.isDamage(e) ? Optional.of(String.valueOf(e.getMessage())) : Optional.empty();
        }
    }
}
