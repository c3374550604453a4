package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.variant.VariantKeys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableStoreTest {

    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final Scope LOCATION = Scope.of(7, 70);
    private static final List<Scope> SCOPES = List.of(LOCATION, new Scope.Company(7), Scope.of(7, 71), Scope.of(8, 70));
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private StoreInTest open() {
        return new StoreInTest(folder, CatalogTable.COMPANY_VARIANTS);
    }

    private StoreInTest openAt(Instant time) {
        return new StoreInTest(folder, CatalogTable.COMPANY_VARIANTS, 0, InstantSource.fixed(time));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4 << 20})
    void an_update_and_a_tombstone_are_read_at_once_from_memory_as_from_disk(long memoryBytes) {
        try (StoreInTest names =
                new StoreInTest(folder, CatalogTable.COMPANY_VARIANTS, memoryBytes, InstantSource.system())) {
            put(names, "A/7", "of the company");
            names.awaitFilled();
            assertThat(found(names, "A", LOCATION)).isEqualTo("of the company");
            put(names, "A/7/70", "of the location");
            assertThat(found(names, "A", LOCATION)).isEqualTo("of the location");
            put(names, "A/7/70", "of the location, changed");
            assertThat(found(names, "A", LOCATION)).isEqualTo("of the location, changed");
            put(names, "A/7/70", null);
            assertThat(found(names, "A", LOCATION)).isEqualTo("of the company");
            put(names, "A/7", null);
            assertThat(found(names, "A", LOCATION)).isNull();
            put(names, "A/7", "back");
            assertThat(found(names, "A", LOCATION)).isEqualTo("back");
        }
    }

    @Test
    void a_reopened_store_has_what_it_had_and_continues_where_it_was() {
        try (StoreInTest store = open()) {
            put(store, "A/7", "kept");
            put(store, "B/7", "gone");
            put(store, "B/7", null);
        }
        try (StoreInTest again = open()) {
            assertThat(again.position(0)).isEqualTo(3);
            assertThat(found(again, "A", LOCATION)).isEqualTo("kept");
            assertThat(found(again, "B", LOCATION)).isNull();
            again.awaitFilled();
            assertThat(found(again, "A", LOCATION)).isEqualTo("kept");
        }
    }

    @Test
    void the_files_of_a_new_store_are_merged_from_the_first_commit_on() throws IOException {
        try (StoreInTest store = open()) {
            for (int i = 0; i < 20; i++) {
                put(store, "A/7", "name " + i);
                store.store().rows().flush();
            }
            long loaded = files();
            assertThat(loaded).isGreaterThanOrEqualTo(20);
            store.store().commit(Map.of());
            await().until(() -> files() < loaded / 2);
            assertThat(found(store, "A", LOCATION)).isEqualTo("name 19");
        }
    }

    private long files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(".sst")).count();
        }
    }

    @Test
    void after_a_kill_a_store_has_exactly_the_records_before_its_position() throws IOException {
        var random = new SplittableRandom(FIRST_SEED);
        List<Map<String, String>> models = new ArrayList<>();
        Map<String, String> model = new HashMap<>();
        Path killed = folder.resolve("killed");
        try (StoreInTest store = open()) {
            for (int i = 0; i < 500; i++) {
                models.add(Map.copyOf(model));
                change(store, random, model, i);
                if (i % 100 == 50) {
                    store.flush();
                }
            }
            StoreInTest.copyAsKilled(folder, killed);
        }
        try (StoreInTest again = new StoreInTest(killed, CatalogTable.COMPANY_VARIANTS)) {
            int position = Math.toIntExact(again.position(0));
            assertThat(position).as("-Dseed=%s", FIRST_SEED).isGreaterThanOrEqualTo(450);
            for (int barcode = 0; barcode < 60; barcode++) {
                for (Scope scope : SCOPES) {
                    assertThat(found(again, "b-" + barcode, scope))
                            .as("-Dseed=%s position %s", FIRST_SEED, position)
                            .isEqualTo(expected(models.get(position), "b-" + barcode, scope));
                }
            }
        }
    }

    @Test
    void unreadable_records_are_counted_again_when_the_store_is_reopened() {
        try (StoreInTest store = open()) {
            put(store, "A/7", "readable");
            store.put("B/7", new byte[1]);
            store.awaitFilled();
            assertThat(found(store, "B", LOCATION)).isNull();
        }
        try (StoreInTest again = open()) {
            again.awaitFilled();
            assertThat(again.unreadable()).isEqualTo(1);
            assertThat(found(again, "A", LOCATION)).isEqualTo("readable");
        }
    }

    @Test
    void a_closed_store_releases_its_memory_and_is_never_read_as_empty() {
        StoreInTest store = open();
        for (int i = 0; i < 500; i++) {
            put(store, "b-" + i + "/7", "name " + i);
        }
        store.awaitFilled();
        assertThat(store.memoryBytes()).isPositive();
        store.close();
        assertThat(store.memoryBytes()).isZero();
        assertThatThrownBy(() -> found(store, "b-1", LOCATION)).isInstanceOf(InvalidStateStoreException.class);
        assertThatThrownBy(() -> store.store().isListed(LOCATION, "b-1"))
                .isInstanceOf(InvalidStateStoreException.class);
    }

    @Test
    void changes_are_known_for_as_long_as_the_topic_kept_deletions_when_the_store_was_made() {
        try (StoreInTest store = openAt(NOW)) {
            assertThat(store.store().knownSince()).isEqualTo(NOW.minus(StoreInTest.KEPT));
        }
        try (StoreInTest again = openAt(NOW.plus(Duration.ofDays(2)))) {
            assertThat(again.store().knownSince()).isEqualTo(NOW.minus(StoreInTest.KEPT));
        }
    }

    @Test
    void a_damaged_store_is_made_anew() throws IOException {
        try (StoreInTest store = open()) {
            put(store, "A/7", "before");
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".sst")).toList()) {
                Files.delete(file);
            }
        }
        try (StoreInTest again = open()) {
            assertThat(again.position(0)).isZero();
            assertThat(found(again, "A", LOCATION)).isNull();
        }
    }

    @Test
    void a_store_that_a_request_finds_damaged_is_made_anew() throws IOException {
        try (StoreInTest store = openAt(NOW)) {
            put(store, "A/7", "before");
            var random = new SplittableRandom(1);
            for (int i = 0; i < 2_000; i++) {
                put(store, "b-" + i + "/7", Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong()));
            }
        }
        // The first block of the records: opening a store reads the other files, and the end of this one.
        try (Stream<Path> files = Files.walk(folder)) {
            Path records = files.filter(path -> path.toString().endsWith(".sst"))
                    .max(Comparator.comparing(path -> path.toFile().length()))
                    .orElseThrow();
            try (FileChannel channel = FileChannel.open(records, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(8), 4);
            }
        }
        AtomicInteger madeAnew = new AtomicInteger();
        TableState state = new TableState(Duration.ZERO, madeAnew::incrementAndGet);
        try (StoreInTest store = openAt(NOW)) {
            state.loaded(any -> store.store());
            assertThatExceptionOfType(HttpProblem.class)
                    .isThrownBy(() -> state.read(() -> found(store, "A", LOCATION)));
            assertThat(madeAnew).hasValue(1);
        }
    }

    /** A thread that changes the store reads its own changes, whatever others read, even while memory is being filled. */
    @Test
    void reads_return_what_was_put_while_memory_is_filled_and_others_read() throws Exception {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 3; seed++) {
            Path home = folder.resolve("seed-" + seed);
            var random = new SplittableRandom(seed);
            Map<String, String> model = new HashMap<>();
            try (StoreInTest names = new StoreInTest(home, CatalogTable.COMPANY_VARIANTS)) {
                for (int i = 0; i < 1_000; i++) {
                    change(names, random, model, i);
                }
            }
            try (StoreInTest names = new StoreInTest(
                    home, CatalogTable.COMPANY_VARIANTS, seed % 3 * (300 << 10), InstantSource.system())) {
                changeWhileOthersRead(names, random, model, seed);
            }
        }
    }

    private static void changeWhileOthersRead(
            StoreInTest names, SplittableRandom random, Map<String, String> model, long seed) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService readers = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> reading = new ArrayList<>();
            for (int reader = 0; reader < 2; reader++) {
                reading.add(readers.submit(() -> {
                    var own = new SplittableRandom();
                    while (!done.get()) {
                        found(names, "b-" + own.nextInt(60), SCOPES.get(own.nextInt(SCOPES.size())));
                    }
                }));
            }
            for (int i = 0; i < 3_000; i++) {
                change(names, random, model, i);
                String barcode = "b-" + random.nextInt(60);
                Scope scope = SCOPES.get(random.nextInt(SCOPES.size()));
                assertThat(found(names, barcode, scope))
                        .as("-Dseed=%s, change %s", seed, i)
                        .isEqualTo(expected(model, barcode, scope));
            }
            done.set(true);
            for (Future<?> each : reading) {
                each.get(1, TimeUnit.MINUTES);
            }
        } finally {
            done.set(true);
            readers.shutdownNow();
        }
    }

    private static void change(StoreInTest names, SplittableRandom random, Map<String, String> model, int number) {
        String key = "b-" + random.nextInt(60)
                + switch (random.nextInt(4)) {
                    case 0 -> "/8";
                    case 1 -> "/7/70";
                    default -> "/7";
                };
        String name = random.nextInt(3) == 0 ? null : "x".repeat(random.nextInt(200)) + number;
        if (name == null) {
            model.remove(key);
        } else {
            model.put(key, name);
        }
        put(names, key, name);
    }

    private static @Nullable String expected(Map<String, String> model, String barcode, Scope scope) {
        String company = barcode + "/" + scope.companyId();
        String own = model.get(company + "/" + scope.locationId());
        return own == null ? model.get(company) : own;
    }

    private static void put(StoreInTest store, String key, @Nullable String name) {
        store.put(key, name == null ? null : image(key, name));
    }

    private static byte[] image(String key, String name) {
        return VariantImage.of(VariantKeys.parse(key).barcode(), TablesOfDriver.entry(name));
    }

    /** The name that a scope reads: as in the table, without BPD's entries. */
    private static @Nullable String found(StoreInTest opened, String barcode, Scope scope) {
        TableStore table = opened.store();
        EntryKey everywhere = EntryKey.everywhere(barcode);
        EntryKey company = everywhere.at(scope.company());
        Slice cached = table.memory().findIfMostSpecific(new EntryKey[] {company}, i -> true)[0];
        Slice found = cached == null
                ? scope.mostSpecific(at -> table.find(everywhere.at(at)))
                : cached.isAbsent() ? null : cached;
        VariantImage image = found == null ? null : TableCodec.image(found);
        return image == null ? null : TablesOfDriver.name(image);
    }
}
