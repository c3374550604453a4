package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableStoreTest {

    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final Scope LOCATION = new Scope(7, 70);
    private static final List<Scope> SCOPES = List.of(LOCATION, Scope.ofCompany(7), new Scope(7, 71), new Scope(8, 70));

    private final Path folder;
    private final StoreOfNames store;

    TableStoreTest(@TempDir Path folder) {
        this.folder = folder;
        store = new StoreOfNames(folder.resolve("store"), 4 << 20);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void restored_records_become_images() {
        store.open();
        store.restore("A/7", "restored");
        store.restore("A/7/70", "of the location");
        store.restore("A/7/70", null);
        assertThat(store.stored("A/7")).isEqualTo(StoreOfNames.image("A/7", "restored"));
        assertThat(store.stored("A/7/70")).isNull();
    }

    @Test
    void unreadable_records_are_counted_when_restored_and_again_when_the_store_is_reopened() {
        store.open();
        store.restore("A/7", "restored");
        store.restore("B/7", "");
        assertThat(store.unreadable()).isEqualTo(1);
        store.activate();
        store.awaitFilled();
        assertThat(store.found("B", LOCATION)).isNull();
        store.closeStore();
        assertThat(store.unreadable()).isZero();
        store.openAnother();
        store.activate();
        store.awaitFilled();
        assertThat(store.unreadable()).isEqualTo(1);
        assertThat(store.found("A", LOCATION)).isEqualTo("restored");
    }

    @Test
    void a_record_that_fails_for_any_reason_during_restoring_holds_up_no_other() {
        store.open();
        store.restore("A/7", "fails");
        store.restore("B/7", "restored");
        store.activate();
        assertThat(store.unreadable()).isEqualTo(1);
        assertThat(store.found("A", LOCATION)).isNull();
        assertThat(store.found("B", LOCATION)).isEqualTo("restored");
    }

    @Test
    void a_partition_is_read_here_only_while_its_task_runs() {
        store.open();
        store.restore("A/7", "restored");
        assertThat(store.partition().readable()).isNull();
        store.activate();
        assertThat(store.found("A", LOCATION)).isEqualTo("restored");
        store.partition().stopped();
        assertThat(store.partition().readable()).isNull();
        store.activate();
        store.closeStore();
        assertThat(store.partition().readable()).isNull();
    }

    @Test
    void after_a_partition_comes_back_what_was_restored_is_read() {
        store.open();
        store.restore("A/7", "before");
        store.activate();
        store.awaitFilled();
        assertThat(store.found("A", LOCATION)).isEqualTo("before");
        store.partition().stopped();
        store.restore("A/7", "restored further");
        store.activate();
        assertThat(store.found("A", LOCATION)).isEqualTo("restored further");
        store.partition().stopped();
        store.closeStore();
        store.open();
        store.restore("A/7", "after it was opened again");
        store.restore("A/7/70", "new");
        store.activate();
        assertThat(store.found("A", LOCATION)).isEqualTo("new");
        assertThat(store.found("A", Scope.ofCompany(7))).isEqualTo("after it was opened again");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4 << 20})
    void an_update_and_a_tombstone_are_read_at_once_from_memory_as_from_disk(long memoryBytes) {
        try (StoreOfNames names = new StoreOfNames(folder.resolve("names"), memoryBytes)) {
            names.open();
            names.put("A/7", "of the company");
            names.activate();
            names.awaitFilled();
            assertThat(names.found("A", LOCATION)).isEqualTo("of the company");
            names.put("A/7/70", "of the location");
            assertThat(names.found("A", LOCATION)).isEqualTo("of the location");
            names.put("A/7/70", "of the location, changed");
            assertThat(names.found("A", LOCATION)).isEqualTo("of the location, changed");
            names.put("A/7/70", null);
            assertThat(names.found("A", LOCATION)).isEqualTo("of the company");
            names.put("A/7", null);
            assertThat(names.found("A", LOCATION)).isNull();
            names.put("A/7", "back");
            assertThat(names.found("A", LOCATION)).isEqualTo("back");
            names.partition().stopped();
        }
    }

    @Test
    void a_reopened_store_releases_its_memory() {
        store.open();
        for (int i = 0; i < 500; i++) {
            store.restore("b-" + i + "/7", "name " + i);
        }
        for (int times = 0; times < 20; times++) {
            store.activate();
            store.awaitFilled();
            assertThat(store.memoryBytes()).isPositive();
            store.partition().stopped();
            store.closeStore();
            assertThat(store.memoryBytes()).isZero();
            store.open();
        }
    }

    /**
     * A thread that changes the store reads its own changes, whatever others read, even while memory is being filled.
     */
    @Test
    void reads_return_what_was_put_while_memory_is_filled_and_others_read() throws Exception {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 3; seed++) {
            try (StoreOfNames names = new StoreOfNames(folder.resolve("seed-" + seed), seed % 3 * (300 << 10))) {
                names.open();
                var random = new SplittableRandom(seed);
                Map<String, String> model = new HashMap<>();
                for (int i = 0; i < 1_000; i++) {
                    change(names, random, model, i);
                }
                names.activate();
                changeWhileOthersRead(names, random, model, seed);
                names.partition().stopped();
            }
        }
    }

    private static void changeWhileOthersRead(
            StoreOfNames names, SplittableRandom random, Map<String, String> model, long seed) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        ExecutorService readers = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> reading = new ArrayList<>();
            for (int reader = 0; reader < 2; reader++) {
                reading.add(readers.submit(() -> {
                    var own = new SplittableRandom();
                    while (!done.get()) {
                        names.found("b-" + own.nextInt(60), SCOPES.get(own.nextInt(SCOPES.size())));
                    }
                }));
            }
            for (int i = 0; i < 3_000; i++) {
                change(names, random, model, i);
                String barcode = "b-" + random.nextInt(60);
                Scope scope = SCOPES.get(random.nextInt(SCOPES.size()));
                assertThat(names.found(barcode, scope))
                        .as("-Dseed=%s, change %s", seed, i)
                        .isEqualTo(expected(model, barcode, scope));
            }
            done.set(true);
            for (Future<?> each : reading) {
                each.get(30, TimeUnit.SECONDS);
            }
        } finally {
            done.set(true);
            readers.shutdownNow();
        }
    }

    private static void change(StoreOfNames names, SplittableRandom random, Map<String, String> model, int number) {
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
        if (random.nextInt(10) == 0) {
            names.restore(key, name);
        } else {
            names.put(key, name);
        }
    }

    private static @Nullable String expected(Map<String, String> model, String barcode, Scope scope) {
        String company = barcode + "/" + scope.companyId();
        return scope.mostSpecific(
                () -> model.get(company + "/" + scope.locationId()), () -> model.get(company), () -> null);
    }
}
