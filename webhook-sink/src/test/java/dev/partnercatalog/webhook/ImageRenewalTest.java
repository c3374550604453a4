package dev.partnercatalog.webhook;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.store.WholeTimes;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.ScopedVariant;
import dev.partnercatalog.webhook.state.MemoryStore;
import dev.partnercatalog.webhook.state.SinkState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store whose images another version of the program wrote, and the topic from which they are rebuilt. */
class ImageRenewalTest {

    private static final byte OTHER_VERSION = VariantImage.VERSION + 1;
    private static final byte[] GARBAGE = {9, 9, 9};
    private static final char VERSION_ROW = 'v';
    private static final char ENTRY = 'e';

    private final AtomicLong nanoTime = new AtomicLong();
    private final AtomicReference<Instant> time = new AtomicReference<>(Instant.parse("2026-11-25T10:00:00Z"));
    private final EntryTopic topic = new EntryTopic();
    private final ImageRenewals renewals = new ImageRenewals(
            topic::consumer, nanoTime::get, time::get, TopicSettings.TOMBSTONE_RETENTION, WholeTimes.none());
    private MemoryStore store = new MemoryStore();
    private SinkState state = new SinkState(store);
    private int read;

    @AfterEach
    void stop() {
        topic.close();
    }

    @Test
    void images_of_this_version_and_a_new_store_cost_one_look_and_no_consumer() {
        assertThat(renewal().isDone()).isTrue();
        topic.publish("A/1", "a");
        readAll();
        long reads = store.reads();
        int writes = store.length();

        assertThat(renewal().isDone()).isTrue();
        assertThat(store.reads() - reads).isEqualTo(1);
        assertThat(store.length()).isEqualTo(writes);
        assertThat(topic.consumers).isZero();
        assertThat(renewals.areNone()).isTrue();
    }

    @Test
    void images_of_another_version_are_made_anew_and_what_has_no_entry_any_more_is_gone() {
        topic.publish("A/1", "a");
        topic.publish("B/1/11", "b");
        topic.publish("C/1", "c");
        topic.publish("!canary!0/1", "none");
        readAll();
        makeOld();
        topic.records.set(
                2, EntryTopic.record(2, "C/1", null)); // Its deletion was compacted away before it was read again.

        finish(renewal());

        assertThat(images()).isEqualTo(topic.expected()).hasSize(2);
        assertThat(renewal().isDone()).isTrue();
    }

    @Test
    void nothing_is_looked_at_before_the_task_has_read_what_its_images_were_made_of() {
        topic.publish("A/1", "a");
        readAll();
        makeOld();
        topic.publish("A/1", "newer");
        topic.publish("A/1", "newest");
        topic.records.remove(0); // Compaction keeps the latest record of a key.
        topic.records.remove(0);
        ImageRenewal renewal = renewal();

        steps(renewal, 50);
        assertThat(renewal.isDone()).isFalse();
        assertThat(renewals.areNone()).isFalse();

        readNext(renewal);
        finish(renewal);
        assertThat(images()).isEqualTo(topic.expected()).hasSize(1);
    }

    @Test
    void a_change_that_comes_in_the_middle_is_not_undone_by_the_record_before_it() {
        for (int i = 0; i < 20; i++) {
            topic.publish("A" + i + "/1", "a");
        }
        readAll();
        makeOld();
        ImageRenewal renewal = renewal();
        steps(renewal, 2);
        topic.publish("A18/1", "changed");
        topic.publish("A19/1", null);
        readNext(renewal);
        readNext(renewal);

        finish(renewal);
        assertThat(images()).isEqualTo(topic.expected()).hasSize(19);
    }

    @Test
    void of_a_record_that_can_not_be_read_partners_keep_what_they_have() {
        topic.publish("A/1", "a");
        topic.publish("B/1", "b");
        readAll();
        makeOld();
        byte[] readable = requireNonNull(topic.expected().get("B")).get();
        topic.records.set(0, EntryTopic.record(0, "A/1", GARBAGE));
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
        topic.publish("A/1", "a");
        readAll();
        makeOld();
        topic.timeouts = 1;
        ImageRenewal renewal = renewal();
        steps(renewal, 3);
        assertThat(renewal.isDone()).isFalse();

        finish(renewal);
        assertThat(images()).isEqualTo(topic.expected());
        assertThat(topic.consumers).isEqualTo(2);
    }

    @Test
    void only_some_tasks_read_at_a_time_and_one_that_is_closed_makes_room() {
        topic.publish("A/1", "a");
        readAll();
        makeOld();
        List<ImageRenewal> three = List.of(renewal(), renewal(), renewal());
        three.forEach(renewal -> steps(renewal, 1));
        assertThat(topic.consumers).isEqualTo(2);

        three.get(0).close();
        steps(three.get(2), 1);
        assertThat(topic.consumers).isEqualTo(3);
        three.get(1).close();
        three.get(2).close();
        assertThat(renewals.areNone()).isTrue();
    }

    @Test
    void a_kill_at_any_moment_and_another_version_in_between_leave_the_same_images() {
        for (int i = 0; i < 9; i++) {
            topic.publish("A" + i + "/1", "a");
        }
        readAll();
        makeOld();
        topic.publish("A0/1", "changed");
        topic.publish("A1/1", null);
        MemoryStore before = store;
        finish(renewal());
        MemoryStore whole = store;
        for (int reached = before.length(); reached <= whole.length(); reached++) {
            for (boolean back : new boolean[] {false, true}) {
                store = whole.restored(reached);
                state = new SinkState(store);
                read = topic.committed;
                if (back && !state.images().areCurrent()) {
                    // The previous version rewrites them as its own, and then this one comes back.
                    makeOld();
                }
                ImageRenewal renewal = renewal();
                readRest(renewal);
                finish(renewal);
                assertThat(images()).as("with %s writes", reached).isEqualTo(topic.expected());
            }
        }
    }

    private ImageRenewal renewal() {
        return new ImageRenewal(
                state,
                EntryTopic.PARTITION,
                EntryTopic.LISTINGS,
                topic.entryRecords(),
                topic.listingRecords(),
                renewals);
    }

    /** Reads and commits everything that was published, with images of this version. */
    private void readAll() {
        assertThat(state.images().areCurrent()).isTrue();
        for (; read < topic.records.size(); read++) {
            put(topic.records.get(read));
        }
        topic.committed = read;
    }

    private void readNext(ImageRenewal renewal) {
        for (ConsumerRecord<byte[], byte[]> record : topic.records) {
            if (record.offset() >= read) {
                renewal.seen(record.offset());
                put(record);
                read = Math.toIntExact(record.offset()) + 1;
                return;
            }
        }
    }

    private void readRest(ImageRenewal renewal) {
        for (ConsumerRecord<byte[], byte[]> record : topic.records) {
            if (record.offset() >= read) {
                readNext(renewal);
            }
        }
    }

    private void put(ConsumerRecord<byte[], byte[]> record) {
        ScopedVariant variant = EntryRecords.variant(EntryTopic.text(record.key()));
        if (variant != null) {
            state.putEntry(variant, topic.image(record));
        }
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

    /** The images in the store by their barcodes. */
    private Map<String, Bytes> images() {
        Map<String, Bytes> images = new HashMap<>();
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            all.forEachRemaining(row -> {
                byte[] key = row.key.get();
                if (key[0] == ENTRY) {
                    int end = 9;
                    while (key[end] != 0) {
                        end++;
                    }
                    images.put(new String(key, 9, end - 9, StandardCharsets.US_ASCII), Bytes.wrap(row.value));
                }
            });
        }
        return images;
    }
}
