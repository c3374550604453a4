package dev.partnercatalog.webhook;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.store.WholeTimes;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.catalog.ScopedVariant;
import dev.partnercatalog.webhook.state.ComparisonProgress;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.Held;
import dev.partnercatalog.webhook.state.MemoryStore;
import dev.partnercatalog.webhook.state.SinkState;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** D38: a task whose sinks were away for longer than its sources keep deletions reads the catalog anew. */
class CatalogRenewalTest {

    private static final Instant NOW = Instant.parse("2026-11-25T10:00:00Z");
    private static final ScopedVariant GONE = new ScopedVariant(1, 1, "gone");
    private static final ScopedVariant STAYS = new ScopedVariant(1, 1, "stays");
    private static final ScopedVariant MOVED = new ScopedVariant(1, 1, "moved");

    private final AtomicLong nanoTime = new AtomicLong();
    private final AtomicReference<Instant> time = new AtomicReference<>(NOW);
    private final WholeTimes inputs = WholeTimes.none();
    private final EntryTopic topic = new EntryTopic();
    private final ImageRenewals renewals =
            new ImageRenewals(topic::consumer, nanoTime::get, time::get, TopicSettings.TOMBSTONE_RETENTION, inputs);
    private MemoryStore store = new MemoryStore();
    private SinkState state = new SinkState(store);

    @BeforeEach
    void readCatalog() {
        renewals.judge(state, 0);
        assertThat(state.images().areCurrent()).isTrue();
        topic.publish("gone/1", "a");
        topic.publish("stays/1", "a");
        topic.publish("moved/1", "a");
        for (ConsumerRecord<byte[], byte[]> record : topic.records) {
            state.putEntry(requireNonNull(EntryRecords.variant(EntryTopic.text(record.key()))), topic.image(record));
        }
        topic.committed = 3;
        topic.list("s", "stays");
        topic.list("m", "stays");
        list("g", "gone");
        list("s", "stays");
        list("m", "moved");
        state.putCompared("p", 1, ComparisonProgress.begun(Hash.NONE, 1).whole());
        // What was deleted meanwhile left no trace.
        topic.records.set(
                0, EntryTopic.record(0, "stays/1", topic.records.get(1).value()));
    }

    @AfterEach
    void stop() {
        topic.close();
    }

    @Test
    void a_short_absence_costs_nothing() {
        time.set(NOW.plus(Duration.ofDays(6)));
        renewals.judge(state, 0);
        assertThat(renewal().isDone()).isTrue();
        assertThat(topic.consumers).isZero();
    }

    @Test
    void what_was_deleted_in_a_long_absence_is_neither_listed_nor_has_it_an_image_and_all_is_compared_again() {
        time.set(NOW.plus(Duration.ofDays(7)));
        renewals.judge(state, 0);
        finish(renewal());
        assertAnew();
        renewals.judge(state, 0);
        assertThat(renewal().isDone()).as("the next start finds it complete").isTrue();
    }

    @Test
    void a_kill_at_any_moment_leaves_the_same_catalog() {
        time.set(NOW.plus(Duration.ofDays(7)));
        int before = store.length();
        renewals.judge(state, 0);
        finish(renewal());
        MemoryStore whole = store;
        for (int reached = before; reached <= whole.length(); reached++) {
            store = whole.restored(reached);
            state = new SinkState(store);
            renewals.judge(state, 0);
            finish(renewal());
            assertAnew();
        }
    }

    @Test
    void a_store_notes_when_both_sources_had_been_read() {
        ImageRenewal renewal = renewal();
        Instant later = NOW.plus(Duration.ofHours(1));
        inputs.at(EntryTopic.PARTITION.topic(), 0, 3, 3, later);
        nanoTime.addAndGet(Duration.ofMinutes(1).toNanos());
        renewal.noteWhole();
        assertThat(state.age().whole()).as("one alone says nothing").isEqualTo(NOW);
        inputs.at(EntryTopic.LISTINGS.topic(), 0, 3, 3, later.plusSeconds(1));
        nanoTime.addAndGet(Duration.ofMinutes(1).toNanos());
        renewal.noteWhole();
        assertThat(state.age().whole()).isEqualTo(later);
    }

    private void assertAnew() {
        assertThat(state.listings().contain(GONE)).isFalse();
        assertThat(state.listings().contain(MOVED)).isFalse();
        assertThat(state.listings().contain(STAYS)).isTrue();
        assertThat(state.listedAndHeld("p", STAYS).image()).isNotNull();
        list("g", "gone");
        assertThat(state.listedAndHeld("p", GONE).image()).isNull();
        list("g", null);
        assertThat(state.compared("p").get(1L))
                .isEqualTo(ComparisonProgress.begun(
                        Hash.NONE, Objects.requireNonNull(time.get()).toEpochMilli()));
        assertThat(state.held("p", STAYS)).isEqualTo(Held.NOTHING);
    }

    private void list(String sku, @Nullable String barcode) {
        ListingKey key = new ListingKey(1, 1, sku);
        assertThat(state.listings().list(key, barcode)).isNotNull();
        state.listings().putBarcode(key, barcode);
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

    private void finish(ImageRenewal renewal) {
        for (int i = 0; i < 200 && !renewal.isDone(); i++) {
            renewal.step();
            nanoTime.addAndGet(Duration.ofMillis(30).toNanos());
        }
        assertThat(renewal.isDone()).isTrue();
    }
}
