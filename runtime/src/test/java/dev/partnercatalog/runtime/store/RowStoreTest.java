package dev.partnercatalog.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.store.RowStore.RowRange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowStoreTest {

    private static final byte[] KEY = {1};

    private final RocksDbMemory memory = new RocksDbMemory(8 << 20);

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        memory.close();
    }

    @Test
    void a_store_in_which_damage_was_found_is_made_anew_when_it_is_opened_again() throws IOException {
        List<Consumer<RowStore>> readers = List.of(
                store -> store.get(Family.RECORDS, KEY), store -> store.getAll(Family.RECORDS, List.of(KEY)), store -> {
                    try (RowRange rows = store.rows(Family.RECORDS, KEY, null)) {
                        rows.hasNext();
                    }
                });
        for (Consumer<RowStore> reader : readers) {
            try (RowStore whole = open()) {
                write(whole);
            }
            damageBlocks();
            try (RowStore damaged = open()) {
                assertThatThrownBy(() -> reader.accept(damaged))
                        .isInstanceOf(ProcessorStateException.class)
                        .matches(fault -> StoreFault.of(fault).orElseThrow().damaged())
                        .hasMessageContaining(folder.toString())
                        .hasStackTraceContaining("block checksum mismatch");
            }
            try (RowStore anew = open()) {
                assertThat(anew.get(Family.RECORDS, KEY)).isNull();
                write(anew);
                assertThat(anew.get(Family.RECORDS, KEY)).hasSize(1_000);
            }
            StateFolder.delete(folder);
        }
    }

    @Test
    void a_store_without_damage_is_kept() {
        try (RowStore whole = open()) {
            write(whole);
        }
        try (RowStore again = open()) {
            assertThat(again.get(Family.RECORDS, KEY)).hasSize(1_000);
        }
    }

    @Test
    void a_store_that_could_not_be_written_keeps_its_data() throws IOException {
        List<Path> obstacles = IntStream.range(9, 200)
                .mapToObj(n -> folder.resolve("%06d.sst".formatted(n)))
                .toList();
        try (RowStore whole = open()) {
            write(whole);
            for (Path obstacle : obstacles) {
                Files.createDirectory(obstacle);
            }
            assertThatThrownBy(() -> write(whole))
                    .isInstanceOf(ProcessorStateException.class)
                    .hasStackTraceContaining("Is a directory");
        }
        for (Path obstacle : obstacles) {
            Files.deleteIfExists(obstacle);
        }
        try (RowStore again = open()) {
            assertThat(again.get(Family.RECORDS, KEY)).hasSize(1_000);
        }
    }

    private RowStore open() {
        return RowStore.open(folder, memory, Set.of(Family.RECORDS), Duration.ofDays(1));
    }

    private static void write(RowStore store) {
        byte[] value = new byte[1_000];
        new Random(1).nextBytes(value);
        RowBatch batch = new RowBatch(store);
        batch.put(Family.RECORDS, KEY, value);
        store.write(batch);
        store.flush();
    }

    /** What opening a store doesn't look at. */
    private void damageBlocks() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".sst")).toList()) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.write(ByteBuffer.allocate(8), 4);
                }
            }
        }
    }
}
