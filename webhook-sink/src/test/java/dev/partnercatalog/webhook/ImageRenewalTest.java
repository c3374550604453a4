package dev.partnercatalog.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.state.MemoryStore;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store whose images another version of the program wrote, and the topic from which they are rebuilt. */
class ImageRenewalTest {

    private static final String PREFIX = "catalog.";
    private static final String TOPIC = CatalogTopic.COMPANY_VARIANTS.name(PREFIX);
    private static final TopicPartition SOURCE = new TopicPartition(TOPIC, 0);
    private static final byte OTHER_VERSION = VariantImage.VERSION + 1;
    private static final byte[] GARBAGE = {9, 9, 9};
    private static final char VERSION_ROW = 'v';
    private static final char ENTRY = 'e';

    private final AtomicLong nanoTime = new AtomicLong();
    private final RegistryDouble server = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(server.url(), Duration.ofSeconds(1));
    private final List<ConsumerRecord<byte[], byte[]>> topic = new ArrayList<>();
    private final ImageRenewals renewals = new ImageRenewals(this::consumer, nanoTime::get);
    private MemoryStore store = new MemoryStore();
    private SinkState state = new SinkState(store);
    private int read;
    private int committed;
    private int consumers;
    private int timeouts;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void images_of_this_version_and_a_new_store_cost_one_look_and_no_consumer() {
        assertThat(renewal().isDone()).isTrue();
        publish("A/1", "a");
        readAll();
        long reads = store.reads();
        int writes = store.length();

        assertThat(renewal().isDone()).isTrue();
        assertThat(store.reads() - reads).isEqualTo(1);
        assertThat(store.length()).isEqualTo(writes);
        assertThat(consumers).isZero();
        assertThat(renewals.areNone()).isTrue();
    }

    @Test
    void images_of_another_version_are_made_anew_and_what_has_no_entry_any_more_is_gone() {
        publish("A/1", "a");
        publish("B/1/11", "b");
        publish("C/1", "c");
        publish("!canary!0/1", "none");
        readAll();
        makeOld();
        topic.set(2, record(2, "C/1", null)); // Its deletion was compacted away before it was read again.

        finish(renewal());

        assertThat(images()).isEqualTo(expected()).hasSize(2);
        assertThat(renewal().isDone()).isTrue();
    }

    @Test
    void nothing_is_looked_at_before_the_task_has_read_what_its_images_were_made_of() {
        publish("A/1", "a");
        readAll();
        makeOld();
        publish("A/1", "newer");
        publish("A/1", "newest");
        topic.remove(0); // Compaction keeps the latest record of a key.
        topic.remove(0);
        ImageRenewal renewal = renewal();

        steps(renewal, 50);
        assertThat(renewal.isDone()).isFalse();
        assertThat(renewals.areNone()).isFalse();

        readNext(renewal);
        finish(renewal);
        assertThat(images()).isEqualTo(expected()).hasSize(1);
    }

    @Test
    void a_change_that_comes_in_the_middle_is_not_undone_by_the_record_before_it() {
        for (int i = 0; i < 20; i++) {
            publish("A" + i + "/1", "a");
        }
        readAll();
        makeOld();
        ImageRenewal renewal = renewal();
        steps(renewal, 2);
        publish("A18/1", "changed");
        publish("A19/1", null);
        readNext(renewal);
        readNext(renewal);

        finish(renewal);
        assertThat(images()).isEqualTo(expected()).hasSize(19);
    }

    @Test
    void of_a_record_that_can_not_be_read_partners_keep_what_they_have() {
        publish("A/1", "a");
        publish("B/1", "b");
        readAll();
        makeOld();
        byte[] readable = expected().get("e-B");
        topic.set(0, record(0, "A/1", GARBAGE));
        state.listings().list(new ListingKey(1, 1, "s"), "A");
        state.listings().list(new ListingKey(1, 1, "t"), "B");

        finish(renewal());

        assertThat(state.listedAndHeld("p", new ScopedVariant(1, 1, "A")).isUnknown())
                .isTrue();
        assertThat(state.listedAndHeld("p", new ScopedVariant(1, 1, "B")).image())
                .isEqualTo(readable);
    }

    @Test
    void brokers_and_a_registry_that_are_away_are_asked_again() {
        publish("A/1", "a");
        readAll();
        makeOld();
        timeouts = 1;
        ImageRenewal renewal = renewal();
        steps(renewal, 3);
        assertThat(renewal.isDone()).isFalse();

        finish(renewal);
        assertThat(images()).isEqualTo(expected());
        assertThat(consumers).isEqualTo(2);
    }

    @Test
    void only_some_tasks_read_at_a_time_and_one_that_is_closed_makes_room() {
        publish("A/1", "a");
        readAll();
        makeOld();
        List<ImageRenewal> three = List.of(renewal(), renewal(), renewal());
        three.forEach(renewal -> steps(renewal, 1));
        assertThat(consumers).isEqualTo(2);

        three.get(0).close();
        steps(three.get(2), 1);
        assertThat(consumers).isEqualTo(3);
        three.get(1).close();
        three.get(2).close();
        assertThat(renewals.areNone()).isTrue();
    }

    @Test
    void a_kill_at_any_moment_and_another_version_in_between_leave_the_same_images() {
        for (int i = 0; i < 9; i++) {
            publish("A" + i + "/1", "a");
        }
        readAll();
        makeOld();
        publish("A0/1", "changed");
        publish("A1/1", null);
        MemoryStore before = store;
        finish(renewal());
        MemoryStore whole = store;
        for (int reached = before.length(); reached <= whole.length(); reached++) {
            for (boolean back : new boolean[] {false, true}) {
                store = whole.restored(reached);
                state = new SinkState(store);
                read = committed;
                if (back && !state.images().areCurrent()) {
                    // The previous version rewrites them as its own, and then this one comes back.
                    makeOld();
                }
                ImageRenewal renewal = renewal();
                readRest(renewal);
                finish(renewal);
                assertThat(images()).as("with %s writes", reached).isEqualTo(expected());
            }
        }
    }

    // The task

    private ImageRenewal renewal() {
        OwnRecords<ResolvedVariant> records =
                new OwnRecords<>(CatalogTopic.COMPANY_VARIANTS, ResolvedVariant.class, registry, PREFIX, 1);
        return new ImageRenewal(state.images(), SOURCE, new EntryRecords(records), renewals);
    }

    /** Reads and commits everything that was published, with images of this version. */
    private void readAll() {
        assertThat(state.images().areCurrent()).isTrue();
        for (; read < topic.size(); read++) {
            put(topic.get(read));
        }
        committed = read;
    }

    private void readNext(ImageRenewal renewal) {
        for (ConsumerRecord<byte[], byte[]> record : topic) {
            if (record.offset() >= read) {
                renewal.seen(record.offset());
                put(record);
                read = Math.toIntExact(record.offset()) + 1;
                return;
            }
        }
    }

    private void readRest(ImageRenewal renewal) {
        for (ConsumerRecord<byte[], byte[]> record : topic) {
            if (record.offset() >= read) {
                readNext(renewal);
            }
        }
    }

    private void put(ConsumerRecord<byte[], byte[]> record) {
        ScopedVariant variant = EntryRecords.variant(text(record.key()));
        if (variant != null) {
            state.putEntry(variant, image(record));
        }
    }

    private byte @Nullable [] image(ConsumerRecord<byte[], byte[]> record) {
        OwnRecords<ResolvedVariant> records =
                new OwnRecords<>(CatalogTopic.COMPANY_VARIANTS, ResolvedVariant.class, registry, PREFIX, 1);
        return new EntryRecords(records).image(text(record.key()), record.value());
    }

    private void steps(ImageRenewal renewal, int count) {
        for (int i = 0; i < count && !renewal.isDone(); i++) {
            renewal.step();
            nanoTime.addAndGet(Duration.ofMillis(30).toNanos());
        }
    }

    private void finish(ImageRenewal renewal) {
        for (int i = 0; i < 10; i++) {
            steps(renewal, 100);
            readRest(renewal);
        }
        assertThat(renewal.isDone()).isTrue();
    }

    /** Writes all images as another version of the program, and the row that says so. */
    private void makeOld() {
        List<KeyValue<Bytes, byte[]>> rows = new ArrayList<>();
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            all.forEachRemaining(rows::add);
        }
        for (KeyValue<Bytes, byte[]> row : rows) {
            char kind = (char) row.key.get()[0];
            if (kind == ENTRY) {
                store.put(row.key, new byte[] {OTHER_VERSION, 1, 2});
            } else if (kind == VERSION_ROW) {
                store.put(row.key, new byte[] {row.value[0], OTHER_VERSION});
            }
        }
    }

    // What there should be, and what there is

    private Map<String, byte[]> images() {
        Map<String, byte[]> images = new HashMap<>();
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            all.forEachRemaining(row -> {
                byte[] key = row.key.get();
                if (key[0] == ENTRY) {
                    int end = 9;
                    while (key[end] != 0) {
                        end++;
                    }
                    images.put("e-" + new String(key, 9, end - 9, StandardCharsets.US_ASCII), row.value);
                }
            });
        }
        return new ImageMap(images);
    }

    private Map<String, byte[]> expected() {
        Map<String, byte[]> images = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : topic) {
            ScopedVariant variant = EntryRecords.variant(text(record.key()));
            if (variant != null) {
                byte[] image = image(record);
                if (image == null) {
                    images.remove("e-" + variant.barcode());
                } else {
                    images.put("e-" + variant.barcode(), image);
                }
            }
        }
        return new ImageMap(images);
    }

    /** Compares the bytes of the images. */
    private static final class ImageMap extends java.util.AbstractMap<String, byte[]> {

        private final Map<String, byte[]> images;

        ImageMap(Map<String, byte[]> images) {
            this.images = images;
        }

        @Override
        public Set<Entry<String, byte[]>> entrySet() {
            return images.entrySet();
        }

        private Map<String, Bytes> wrapped() {
            Map<String, Bytes> wrapped = new HashMap<>();
            images.forEach((key, value) -> wrapped.put(key, Bytes.wrap(value)));
            return wrapped;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof ImageMap map && map.wrapped().equals(wrapped());
        }

        @Override
        public int hashCode() {
            return wrapped().hashCode();
        }
    }

    // The topic

    private void publish(String key, @Nullable String name) {
        topic.add(record(topic.size(), key, name == null ? null : value(key, name)));
    }

    private byte[] value(String key, String name) {
        FieldValues values = FieldValues.builder().set(VariantField.NAME, name).build();
        ResolvedVariant variant = VariantRecords.variant(
                VariantKey.parse(key), 1, new ResolvedEntry(values, Set.of(), Set.of(), List.of(), null, null));
        try (RecordSerializer<ResolvedVariant> serializer =
                new RecordSerializer<>(registry, CatalogTopic.COMPANY_VARIANTS)) {
            return Objects.requireNonNull(serializer.serialize(TOPIC, variant));
        }
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, String key, byte @Nullable [] value) {
        return new ConsumerRecord<>(TOPIC, 0, offset, key.getBytes(StandardCharsets.UTF_8), value);
    }

    private static String text(byte[] key) {
        return new String(key, StandardCharsets.UTF_8);
    }

    private Consumer<byte[], byte[]> consumer() {
        consumers++;
        boolean away = timeouts-- > 0;
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest") {
            private long given;

            @Override
            public synchronized Map<TopicPartition, Long> endOffsets(
                    Collection<TopicPartition> partitions, Duration timeout) {
                if (away) {
                    throw new TimeoutException("away");
                }
                return Map.of(SOURCE, topic.get(topic.size() - 1).offset() + 1);
            }

            @Override
            public synchronized Map<TopicPartition, OffsetAndMetadata> committed(
                    Set<TopicPartition> partitions, Duration timeout) {
                return Map.of(SOURCE, new OffsetAndMetadata(committed));
            }

            @Override
            public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                topic.stream()
                        .filter(record -> record.offset() >= given)
                        .limit(3)
                        .forEach(record -> {
                            addRecord(record);
                            given = record.offset() + 1;
                        });
                return super.poll(timeout);
            }
        };
        consumer.updateBeginningOffsets(Map.of(SOURCE, 0L));
        return consumer;
    }
}
