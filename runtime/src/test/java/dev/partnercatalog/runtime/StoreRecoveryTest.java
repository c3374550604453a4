package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partnercatalog.runtime.store.SmallDisk;
import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.runtime.store.StoreFault;
import dev.partnercatalog.runtime.store.StoreSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.errors.LockException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.processor.TaskId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.WriteOptions;

/** What is done when a stream thread failed because of its stores. */
class StoreRecoveryTest {

    private static final Set<String> STORES = Set.of("s");

    private static final TaskId TASK = new TaskId(1, 3);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_damaged_store_is_discarded_with_its_task_and_others_stay() throws Exception {
        Path damaged = store("1_3");
        Path other = store("1_4");
        Files.write(sst(damaged), new byte[100]);
        RocksDBException fault =
                catchThrowableOfType(RocksDBException.class, () -> RocksDB.openReadOnly(damaged.toString()));
        StoreFault found = StoreFault.of(
                        new StreamsException(new ProcessorStateException("Error opening store", fault), TASK))
                .orElseThrow();
        assertThat(found.damaged()).isTrue();
        assertThat(found.task()).contains(TASK);
        assertThat(new Health("app", state()).recover(found)).isTrue();
        assertThat(folder.resolve("1_3")).doesNotExist();
        assertThat(other).isNotEmptyDirectory();
    }

    @Test
    void the_task_is_taken_from_the_path_if_nothing_else_identifies_it() throws Exception {
        Path damaged = store("1_3");
        Files.write(sst(damaged), new byte[100]);
        RocksDBException fault =
                catchThrowableOfType(RocksDBException.class, () -> RocksDB.openReadOnly(damaged.toString()));
        assertThat(StoreFault.of(new ProcessorStateException("Error opening store s at location " + damaged, fault)))
                .map(StoreFault::task)
                .contains(Optional.of(TASK));
    }

    @Test
    void stores_in_use_and_other_faults_are_not_mistaken_for_damage() throws Exception {
        Path store = store("1_3");
        try (RocksDB open = RocksDB.open(store.toString())) {
            assertThat(open.get(new byte[] {1})).isNotNull();
            RocksDBException locked =
                    catchThrowableOfType(RocksDBException.class, () -> RocksDB.open(store.toString()));
            assertThat(StoreFault.of(new ProcessorStateException("Error opening store", locked)))
                    .map(StoreFault::damaged)
                    .contains(false);
        }
        assertThat(StoreFault.of(new StreamsException("elsewhere", new IOException("no route"))))
                .isEmpty();
        assertThat(StoreFault.of(new LockException("task [1_3] is locked"))).isEmpty();
    }

    @Test
    void a_store_that_is_damaged_again_and_again_ends_the_application() {
        Health health = new Health("app", state());
        StoreFault fault = new StoreFault(Optional.of(TASK), false, true, "bad block");
        for (int i = 0; i < 5; i++) {
            assertThat(health.recover(fault)).isTrue();
        }
        assertThat(health.recover(fault)).isFalse();
    }

    @Test
    void a_damaged_global_store_is_not_taken_for_that_of_the_task_which_reads_it() {
        RocksDBException bad =
                new RocksDBException("bad", new Status(Status.Code.Corruption, Status.SubCode.None, null));
        StreamsException fault = new StreamsException(
                new ProcessorStateException("the store /state/app/global/entries can't be read", bad), TASK);
        StoreFault found = StoreFault.of(fault).orElseThrow();
        assertThat(found.global() && found.damaged()).isTrue();
        assertThat(found.task()).isEmpty();
    }

    @Test
    void a_start_deletes_what_was_discarded_and_stores_of_another_version_and_keeps_the_rest() throws Exception {
        Path kept = store("0_1");
        Path other = kept.resolveSibling("s-in-another-form");
        Files.createDirectories(other);
        Files.writeString(other.resolve("000007.sst"), "data");
        Files.createDirectories(folder.resolve("0_4-17.discarded"));
        state().prepare(STORES, StoreSources.unknown(), Instant.now());
        assertThat(folder.resolve("0_4-17.discarded")).doesNotExist();
        assertThat(other).doesNotExist();
        try (RocksDB still = RocksDB.open(kept.toString())) {
            assertThat(still.get(new byte[] {1})).hasSize(1000);
        }
    }

    @Test
    @Timeout(180)
    void a_thread_waits_for_a_full_disk_and_continues_once_there_is_room() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 64)) {
            StateFolder state = new StateFolder(disk.folder().resolve("app"));
            state.prepare(STORES, StoreSources.unknown(), Instant.now());
            assertThat(state.obstacle()).isNull();
            disk.fill();
            assertThatThrownBy(() -> state.prepare(STORES, StoreSources.unknown(), Instant.now()))
                    .isInstanceOf(StateFolderException.class)
                    .hasMessageContaining("its disk is full");
            Health health = new Health("app", state);
            StoreFault fault = StoreFault.of(new ProcessorStateException("write", noSpace(disk.folder())))
                    .orElseThrow();
            assertThat(fault.damaged()).isFalse();
            CompletableFuture<Boolean> recovered = CompletableFuture.supplyAsync(() -> health.recover(fault));
            while (!health.isHeldUp()) {
                Thread.onSpinWait();
            }
            assertThat(recovered).isNotDone();
            disk.makeRoom();
            health.probeDisk();
            assertThat(recovered.get(1, TimeUnit.MINUTES)).isTrue();
            assertThat(health.isHeldUp()).isFalse();
        }
    }

    @Test
    @Timeout(180)
    void a_thread_that_waits_for_a_full_disk_ends_when_the_application_is_closed() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 64)) {
            StateFolder state = new StateFolder(disk.folder().resolve("app"));
            state.prepare(STORES, StoreSources.unknown(), Instant.now());
            disk.fill();
            Health health = new Health("app", state);
            CompletableFuture<Boolean> recovered = CompletableFuture.supplyAsync(
                    () -> health.recover(new StoreFault(Optional.empty(), false, false, "No space left on device")));
            while (!health.isHeldUp()) {
                Thread.onSpinWait();
            }
            health.close();
            assertThat(recovered.get(1, TimeUnit.MINUTES)).isFalse();
        }
    }

    private StateFolder state() {
        return new StateFolder(folder);
    }

    /** A store of a task, with one entry on disk. */
    private Path store(String task) throws IOException, RocksDBException {
        Path store = folder.resolve(task).resolve("rocksdb").resolve("s");
        Files.createDirectories(store);
        try (RocksDB db = RocksDB.open(store.toString());
                FlushOptions flush = new FlushOptions()) {
            db.put(new byte[] {1}, new byte[1000]);
            db.flush(flush);
        }
        return store;
    }

    private static Path sst(Path store) throws IOException {
        try (var files = Files.list(store)) {
            return files.filter(file -> file.toString().endsWith(".sst"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** RocksDB's exception on a full disk. */
    private static RocksDBException noSpace(Path folder) {
        return catchThrowableOfType(RocksDBException.class, () -> {
            try (Options options = new Options().setCreateIfMissing(true);
                    RocksDB db = RocksDB.open(options, folder.resolve("db").toString());
                    WriteOptions write = new WriteOptions();
                    FlushOptions flush = new FlushOptions()) {
                db.put(write, new byte[] {1}, new byte[1 << 20]);
                db.flush(flush);
            }
        });
    }
}
