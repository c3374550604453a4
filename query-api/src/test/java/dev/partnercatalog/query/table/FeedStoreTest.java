package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.internals.RecordBatchingStateRestoreCallback;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rows for the listings on disk, through restoring, closing, and kills after which records are read again: they
 * match the listings, and no change since the floor is missing.
 */
class FeedStoreTest {

    private static final long FIRST_SEED = Long.getLong("seed", 1);
    private static final List<Scope> SCOPES = List.of(new Scope(7, 70), Scope.ofCompany(7));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    private record Event(Scope scope, String sku, @Nullable String barcode) {}

    private final List<Event> events = new ArrayList<>();

    @Test
    void listings_and_changes_survive_restoring_closing_and_kills() throws IOException {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + 4; seed++) {
            var random = new SplittableRandom(seed);
            events.clear();
            for (int i = 0; i < 600; i++) {
                events.add(new Event(
                        SCOPES.get(random.nextInt(2)),
                        "sku-" + random.nextInt(40),
                        random.nextInt(4) == 0 ? null : "b-" + random.nextInt(30)));
            }
            int whole = 100 + random.nextInt(100);
            int closed = whole + 1 + random.nextInt(200);
            Path home = folder.resolve("seed-" + seed);
            Opened first = new Opened(home);
            first.restore(0, whole);
            assertThat(first.table().changes().reaches(ChangeIndex.sequence(whole)))
                    .isFalse();
            first.whole(whole);
            first.process(whole, closed);
            check(first, closed, whole, "-Dseed=" + seed + " processed");
            first.close();
            Opened second = new Opened(home);
            second.process(closed, 500);
            Path killed = copy(home, folder.resolve("killed-" + seed));
            second.close();
            Opened third = new Opened(killed);
            third.restore(whole + random.nextInt(closed - whole), 550);
            third.process(550, 600);
            check(third, 600, whole, "-Dseed=" + seed + " killed");
            third.close();
        }
    }

    private void check(Opened opened, int to, int floor, String described) {
        for (Scope scope : SCOPES) {
            Map<String, String> listed = new TreeMap<>();
            Map<String, Long> changed = new TreeMap<>();
            for (int offset = 0; offset < to; offset++) {
                Event event = events.get(offset);
                if (!event.scope().equals(scope)) {
                    continue;
                }
                String before =
                        event.barcode() == null ? listed.remove(event.sku()) : listed.put(event.sku(), event.barcode());
                if (!Objects.equals(before, event.barcode())) {
                    if (before != null) {
                        changed.put(before, ChangeIndex.sequence(offset));
                    }
                    if (event.barcode() != null) {
                        changed.put(event.barcode(), ChangeIndex.sequence(offset) + 1);
                    }
                }
            }
            assertThat(opened.table().listed(scope, "", 1_000, false).barcodes())
                    .as(described)
                    .containsExactlyElementsOf(new TreeSet<>(listed.values()));
            assertThat(opened.table().changes().reaches(ChangeIndex.sequence(floor)))
                    .as(described)
                    .isTrue();
            for (int since : new int[] {floor, (floor + to) / 2, to - 1}) {
                Map<String, Long> expected = new TreeMap<>(changed);
                expected.values().removeIf(sequence -> sequence < ChangeIndex.sequence(since));
                assertThat(opened.changes(scope, since))
                        .as("%s since %s", described, since)
                        .isEqualTo(expected);
            }
        }
    }

    private static Path copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            all.filter(path -> !path.getFileName().toString().equals("LOCK")).forEach(path -> {
                try {
                    Files.copy(path, to.resolve(from.relativize(path).toString()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
        return to;
    }

    /** The store between its opening and its closing, in its own application. */
    private final class Opened implements AutoCloseable {

        private final TableState state = new TableState(new TopicSettings("catalog.", 1, (short) 1), Duration.ZERO);
        private final MemoryFilling memory = new MemoryFilling(new MemoryTier(1 << 20, null));
        private final MockProcessorContext<Void, Void> context;
        private final TableStore store;
        private @Nullable RecordBatchingStateRestoreCallback restore;

        Opened(Path home) {
            Properties properties = new Properties();
            properties.put("application.id", "test");
            properties.put("bootstrap.servers", "none:1");
            context = new MockProcessorContext<>(properties, new TaskId(0, 0), home.toFile());
            store = new TableStore(
                    Stores.persistentKeyValueStore(StoredTable.SKUS.storeName()).get(),
                    StoredTable.SKUS,
                    new IncomingRecords(
                            StoredTable.SKUS,
                            new AsItIs(),
                            new UnreadableRecords(new SimpleMeterRegistry(), "catalog.")),
                    state,
                    memory);
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

        OpenTable table() {
            return Objects.requireNonNull(state.partition(StoredTable.SKUS, 0).started());
        }

        void whole(long offset) {
            table().whole(offset);
        }

        void restore(int from, int to) {
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            for (int offset = from; offset < to; offset++) {
                records.add(record(offset));
            }
            Objects.requireNonNull(restore).restoreBatch(records);
        }

        @SuppressWarnings("NullAway") // a record without a value deletes its key
        private ConsumerRecord<byte[], byte[]> record(int offset) {
            return new ConsumerRecord<>("topic", 0, offset, key(offset).get(), value(offset));
        }

        void process(int from, int to) {
            for (int offset = from; offset < to; offset++) {
                context.setRecordMetadata("topic", 0, offset);
                store.put(key(offset), value(offset));
            }
        }

        private Bytes key(int offset) {
            Event event = events.get(offset);
            return Bytes.wrap(
                    new ListingKey(event.scope().companyId(), event.scope().locationId(), event.sku())
                            .encode()
                            .getBytes(StandardCharsets.UTF_8));
        }

        private byte @Nullable [] value(int offset) {
            String barcode = events.get(offset).barcode();
            return barcode == null ? null : barcode.getBytes(StandardCharsets.US_ASCII);
        }

        Map<String, Long> changes(Scope scope, int since) {
            Map<String, Long> found = new TreeMap<>();
            try (KeyValueIterator<Bytes, byte[]> rows =
                    table().changes().since(scope, ChangeIndex.sequence(since), Long.MAX_VALUE)) {
                rows.forEachRemaining(
                        row -> found.put(RowKey.changedBarcode(row.key.get()), RowKey.changedSequence(row.key.get())));
            }
            return found;
        }

        @Override
        public void close() {
            store.close();
            memory.close();
        }
    }

    private static final class AsItIs implements StoredForm {

        @Override
        public byte[] of(String key, byte[] record) {
            return record;
        }

        @Override
        public byte[] ofUnreadable(byte[] record) {
            return new byte[1];
        }
    }
}
