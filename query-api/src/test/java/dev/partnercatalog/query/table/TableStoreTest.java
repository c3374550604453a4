package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.tier.EntryKey;
import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.resolution.AllowedFields;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store on disk with its cache. The records of these tests are names, from which images are created. */
class TableStoreTest {

    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final Scope LOCATION = new Scope(7, 70);
    private static final List<Scope> SCOPES = List.of(LOCATION, Scope.ofCompany(7), new Scope(7, 71), new Scope(8, 70));
    private static final int PARTITION = 3;
    private static final ScopeView VIEW =
            new ScopeView(new ResolvedConfiguration(AllowedFields.ALL, Map.of(), null, null), LOCATION);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private final UnreadableRecords unreadable = new UnreadableRecords(new SimpleMeterRegistry(), "catalog.");
    private final TableState state =
            new TableState(new TopicSettings("catalog.", PARTITION + 1, (short) 1), Duration.ZERO);
    private final TablePartition partition = state.partition(StoredTable.COMPANY_VARIANTS, PARTITION);
    private MemoryFilling memory = new MemoryFilling(new MemoryTier(4 << 20, null));
    private TableStore store = newStore();
    private @Nullable RecordBatchingStateRestoreCallback restore;
    private @Nullable MockProcessorContext<Void, Void> context;

    private TableStore newStore() {
        var incoming = new IncomingRecords(StoredTable.COMPANY_VARIANTS, new Names(), unreadable);
        return new TableStore(
                Stores.persistentKeyValueStore(StoredTable.COMPANY_VARIANTS.storeName())
                        .get(),
                StoredTable.COMPANY_VARIANTS,
                incoming,
                state,
                memory);
    }

    /** Creates an image from a name. */
    private static final class Names implements StoredForm {

        @Override
        public byte[] of(String key, byte[] record) {
            if (record.length == 0) {
                throw new UnreadableRecordException("no bytes");
            }
            if (new String(record, StandardCharsets.UTF_8).equals("fails")) {
                throw new ArrayIndexOutOfBoundsException("a fault of ours");
            }
            return image(key, new String(record, StandardCharsets.UTF_8));
        }

        @Override
        public byte[] ofUnreadable(byte[] record) {
            return new byte[1];
        }
    }

    @AfterEach
    void close() {
        if (store.isOpen()) {
            store.close();
        }
        memory.close();
    }

    @Test
    void restored_records_become_images() {
        open();
        restore("A/7", "restored");
        restore("A/7/70", "of the location");
        restore("A/7/70", null);
        assertThat(store.get(key("A/7"))).isEqualTo(image("A/7", "restored"));
        assertThat(store.get(key("A/7/70"))).isNull();
    }

    @Test
    void unreadable_records_are_counted_when_restored_and_again_when_the_store_is_reopened() {
        open();
        restore("A/7", "restored");
        restore("B/7", "");
        assertThat(unreadable.count(CatalogTopic.COMPANY_VARIANTS)).isEqualTo(1);
        activate();
        awaitFilled();
        assertThat(found("B", LOCATION)).isNull();
        store.close();
        assertThat(unreadable.count(CatalogTopic.COMPANY_VARIANTS)).isZero();
        store = newStore();
        open();
        activate();
        awaitFilled();
        assertThat(unreadable.count(CatalogTopic.COMPANY_VARIANTS)).isEqualTo(1);
        assertThat(found("A", LOCATION)).isEqualTo("restored");
    }

    @Test
    void a_record_that_fails_for_any_reason_during_restoring_holds_up_no_other() {
        open();
        restore("A/7", "fails");
        restore("B/7", "restored");
        activate();
        assertThat(unreadable.count(CatalogTopic.COMPANY_VARIANTS)).isEqualTo(1);
        assertThat(found("A", LOCATION)).isNull();
        assertThat(found("B", LOCATION)).isEqualTo("restored");
    }

    @Test
    void a_partition_is_read_here_only_while_its_task_runs() {
        open();
        restore("A/7", "restored");
        assertThat(partition.readable()).isNull();
        activate();
        assertThat(found("A", LOCATION)).isEqualTo("restored");
        partition.stopped();
        assertThat(partition.readable()).isNull();
        activate();
        store.close();
        assertThat(partition.readable()).isNull();
    }

    @Test
    void after_a_partition_comes_back_what_was_restored_is_read() {
        open();
        restore("A/7", "before");
        activate();
        awaitFilled();
        assertThat(found("A", LOCATION)).isEqualTo("before");
        partition.stopped();
        restore("A/7", "restored further");
        activate();
        assertThat(found("A", LOCATION)).isEqualTo("restored further");
        partition.stopped();
        store.close();
        open();
        restore("A/7", "after it was opened again");
        restore("A/7/70", "new");
        activate();
        assertThat(found("A", LOCATION)).isEqualTo("new");
        assertThat(found("A", Scope.ofCompany(7))).isEqualTo("after it was opened again");
    }

    @Test
    void an_update_and_a_tombstone_are_read_at_once_from_memory_as_from_disk() {
        for (long bytes : List.of(0L, 4L << 20)) {
            memory.close();
            memory = new MemoryFilling(new MemoryTier(bytes, null));
            store = newStore();
            open();
            store.put(key("A/7"), image("A/7", "of the company"));
            activate();
            awaitFilled();
            assertThat(found("A", LOCATION)).isEqualTo("of the company");
            store.put(key("A/7/70"), image("A/7/70", "of the location"));
            assertThat(found("A", LOCATION)).isEqualTo("of the location");
            store.put(key("A/7/70"), image("A/7/70", "of the location, changed"));
            assertThat(found("A", LOCATION)).isEqualTo("of the location, changed");
            store.put(key("A/7/70"), null);
            assertThat(found("A", LOCATION)).isEqualTo("of the company");
            store.put(key("A/7"), null);
            assertThat(found("A", LOCATION)).isNull();
            store.put(key("A/7"), image("A/7", "back"));
            assertThat(found("A", LOCATION)).isEqualTo("back");
            partition.stopped();
            store.close();
        }
    }

    @Test
    void a_reopened_store_releases_its_memory() {
        open();
        for (int i = 0; i < 500; i++) {
            restore("b-" + i + "/7", "name " + i);
        }
        for (int times = 0; times < 20; times++) {
            activate();
            awaitFilled();
            assertThat(memory.bytes()).isPositive();
            partition.stopped();
            store.close();
            assertThat(memory.bytes()).isZero();
            open();
        }
    }

    /**
     * A thread that changes the store reads its own changes, whatever others read, even while memory is being filled.
     */
    @Test
    void reads_return_what_was_put_while_memory_is_filled_and_others_read() throws Exception {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 3; seed++) {
            memory.close();
            memory = new MemoryFilling(new MemoryTier(seed % 3 * (300 << 10), null));
            store = newStore();
            folder = folder.resolve("seed-" + seed);
            context = null;
            open();
            var random = new SplittableRandom(seed);
            Map<String, String> model = new HashMap<>();
            for (int i = 0; i < 1_000; i++) {
                change(random, model, i);
            }
            activate();
            AtomicBoolean done = new AtomicBoolean();
            ExecutorService readers = Executors.newFixedThreadPool(2);
            try {
                List<Future<?>> reading = new ArrayList<>();
                for (int reader = 0; reader < 2; reader++) {
                    reading.add(readers.submit(() -> {
                        var own = new SplittableRandom();
                        while (!done.get()) {
                            found("b-" + own.nextInt(60), SCOPES.get(own.nextInt(SCOPES.size())));
                        }
                    }));
                }
                for (int i = 0; i < 3_000; i++) {
                    change(random, model, i);
                    String barcode = "b-" + random.nextInt(60);
                    Scope scope = SCOPES.get(random.nextInt(SCOPES.size()));
                    assertThat(found(barcode, scope))
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
            partition.stopped();
            store.close();
        }
    }

    private void change(SplittableRandom random, Map<String, String> model, int number) {
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
            restore(key, name);
        } else {
            store.put(key(key), name == null ? null : image(key, name));
        }
    }

    private static @Nullable String expected(Map<String, String> model, String barcode, Scope scope) {
        String company = barcode + "/" + scope.companyId();
        return scope.mostSpecific(
                () -> model.get(company + "/" + scope.locationId()), () -> model.get(company), () -> null);
    }

    /** As in the table, without BPD's entries. */
    private @Nullable String found(String barcode, Scope scope) {
        OpenTable store = Objects.requireNonNull(partition.readable());
        EntryKey company = EntryKey.everywhere(barcode).ofCompany(scope.companyId());
        long place = store.place(company);
        Slice alone = store.findAlone(company, place, store.hash(place));
        Slice found = scope.mostSpecific(
                () -> alone == null ? store.find(company.ofLocation(scope.locationId())) : null,
                () -> alone == null ? store.find(company) : alone.isAbsent() ? null : alone,
                () -> null);
        VariantImage image = found == null ? null : VariantImages.image(found);
        if (image == null) {
            return null;
        }
        StringBuilder text = new StringBuilder();
        image.writeTo(
                (bytes, offset, length) -> text.append(new String(bytes, offset, length, StandardCharsets.UTF_8)),
                VIEW);
        return text.toString().replaceAll(".*,\"name\":\"([^\"]*)\",.*", "$1");
    }

    private void activate() {
        memory.add(Objects.requireNonNull(partition.started()));
        TablesInTests.catchUp(partition);
    }

    private void awaitFilled() {
        await().until(() -> memory.pendingStores() == 0);
    }

    private void open() {
        Properties properties = new Properties();
        properties.put("application.id", "test");
        properties.put("bootstrap.servers", "none:1");
        // A reopened store is in the same application.
        if (context == null) {
            context = new MockProcessorContext<>(properties, new TaskId(0, PARTITION), folder.toFile());
        }
        StateStoreContext streams = context.getStateStoreContext();
        store.init(
                (StateStoreContext) Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {StateStoreContext.class},
                        (proxy, method, args) -> {
                            if (method.getName().equals("register")) {
                                restore = (RecordBatchingStateRestoreCallback) args[1];
                                return null;
                            }
                            return method.invoke(streams, args);
                        }),
                store);
    }

    @SuppressWarnings("NullAway") // a record without a value deletes its key
    private void restore(String key, @Nullable String name) {
        Objects.requireNonNull(restore)
                .restoreBatch(List.of(new ConsumerRecord<>(
                        "topic",
                        PARTITION,
                        0,
                        key.getBytes(StandardCharsets.UTF_8),
                        name == null ? null : name.getBytes(StandardCharsets.UTF_8))));
    }

    private static Bytes key(String key) {
        return Bytes.wrap(key.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] image(String key, String name) {
        FieldValues bpd = FieldValues.builder().set(VariantField.NAME, name).build();
        return VariantImage.of(
                VariantKey.parse(key).barcode(), new VariantLayers(bpd, List.of(), null, null, null).resolve());
    }
}
