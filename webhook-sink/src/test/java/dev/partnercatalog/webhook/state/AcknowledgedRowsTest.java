package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.EventTime;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.junit.jupiter.api.Test;

/** What a system's stores keep about partners moves to another's, with more partitions or fewer. */
class AcknowledgedRowsTest {

    private static final long NOW = 1_767_225_600_000L;
    private static final int PARTITIONS = 7;
    private static final Acknowledged ACKNOWLEDGED = Acknowledged.accepted(new Acknowledged.Receipt(new Hash(1, 2), 3));
    private static final List<Long> COMPANIES = LongStream.range(1, 40).boxed().toList();

    private final List<MemoryStore> stores = stores(3);
    private final List<MemoryStore> moved = stores(PARTITIONS);

    private static List<MemoryStore> stores(int count) {
        return IntStream.range(0, count).mapToObj(i -> new MemoryStore()).toList();
    }

    private SinkState of(long companyId) {
        return new SinkState(stores.get(Partitioning.byCompany(companyId, stores.size())), CatalogInTest.none());
    }

    private SinkState movedOf(long companyId) {
        return new SinkState(moved.get(Partitioning.byCompany(companyId, PARTITIONS)), CatalogInTest.none());
    }

    /** Each partition is read as a backup reads it: its content, of the kinds that count. */
    private void move() {
        AcknowledgedRows rows = new AcknowledgedRows(
                PARTITIONS, (partition, key, value) -> moved.get(partition).put(Bytes.wrap(key), value));
        for (MemoryStore store : stores) {
            List<KeyValue<Bytes, byte[]>> log = new ArrayList<>();
            try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
                all.forEachRemaining(log::add);
            }
            log.stream()
                    .filter(row -> AcknowledgedRows.isOne(row.key.get()))
                    .forEach(row -> rows.accept(row.key.get(), row.value));
            rows.endPartition();
        }
        rows.end(NOW);
    }

    private static ScopedVariant variant(long companyId) {
        return new ScopedVariant(new Scope.Company(companyId), "b" + companyId);
    }

    @Test
    void each_company_finds_what_partners_have_of_it_and_has_to_be_compared() {
        COMPANIES.forEach(company -> of(company).putAcknowledged("p", variant(company), ACKNOWLEDGED));
        move();
        for (long company : COMPANIES) {
            assertThat(movedOf(company).acknowledged("p", variant(company))).isEqualTo(ACKNOWLEDGED);
            assertThat(movedOf(company).compared("p").get(company)).isEqualTo(ComparisonProgress.begun(Hash.NONE, NOW));
        }
        assertThat(moved.stream()
                        .mapToLong(store -> store.count(Keys.ACKNOWLEDGED))
                        .sum())
                .isEqualTo(COMPANIES.size());
    }

    @Test
    void what_was_in_a_message_is_in_doubt_also_if_nothing_was_acknowledged_before() {
        List<Intent.Entry> entries = List.of(entry(1), entry(2));
        of(1).putAcknowledged("p", variant(1), ACKNOWLEDGED);
        of(1).intents().put(new Intent(5, "p", 3, NOW, false, entries));
        move();
        for (long company : List.of(1L, 2L)) {
            Acknowledged acknowledged = movedOf(company).acknowledged("p", variant(company));
            assertThat(acknowledged.inDoubt()).isTrue();
            assertThat(acknowledged.known(3)).isNull();
            assertThat(movedOf(company).intents().load()).isEmpty();
        }
    }

    private static Intent.Entry entry(long company) {
        return new Intent.Entry(variant(company), new Hash(4, 4), false, false, NOW, EventTime.UNKNOWN);
    }

    @Test
    void what_was_never_sent_leaves_no_doubt_unless_it_was_requested_again() {
        Intent.Entry anew = new Intent.Entry(variant(2), new Hash(4, 4), false, true, NOW, EventTime.UNKNOWN);
        Intent.Entry doubted = new Intent.Entry(variant(3), new Hash(4, 4), true, false, NOW, EventTime.UNKNOWN);
        of(1).putAcknowledged("p", variant(1), ACKNOWLEDGED);
        of(1).intents().put(new Intent(5, "p", 3, NOW, true, List.of(entry(1), anew, doubted)));
        move();
        assertThat(movedOf(1).acknowledged("p", variant(1))).isEqualTo(ACKNOWLEDGED);
        assertThat(movedOf(2).acknowledged("p", variant(2)).inDoubt()).isTrue();
        assertThat(movedOf(3).acknowledged("p", variant(3)).inDoubt()).isTrue();
    }

    @Test
    void an_intent_that_was_settled_leaves_no_doubt() {
        AcknowledgedRows rows = new AcknowledgedRows(
                PARTITIONS, (partition, key, value) -> moved.get(partition).put(Bytes.wrap(key), value));
        Intent intent = new Intent(5, "p", 3, NOW, false, List.of(entry(1)));
        rows.accept(Keys.intent(5).get(), intent.encode());
        rows.accept(Keys.ofPartner(Keys.ACKNOWLEDGED, "p", variant(1)).get(), ACKNOWLEDGED.encode());
        rows.accept(Keys.intent(5).get(), null);
        rows.endPartition();
        rows.end(NOW);
        assertThat(movedOf(1).acknowledged("p", variant(1))).isEqualTo(ACKNOWLEDGED);
    }

    @Test
    void a_request_that_only_some_had_taken_up_is_taken_up_again_and_counters_and_the_clock_never_go_back() {
        long[] known = {4, 3, 4};
        for (int i = 0; i < known.length; i++) {
            SinkState state = new SinkState(stores.get(i), CatalogInTest.none());
            state.putKnownResyncs("p", known[i]);
            state.uniqueTime(NOW + i);
        }
        new SinkState(stores.get(Partitioning.byKey("p", stores.size())), CatalogInTest.none())
                .putAnsweredPings("p", 9);
        Resync resync = new Resync(3, new Scope.AllOfCompany(11), null, NOW, null);
        of(11).putResync("p", resync);
        move();
        for (MemoryStore store : moved) {
            SinkState state = new SinkState(store, CatalogInTest.none());
            assertThat(state.knownResyncs("p")).isEqualTo(3);
            assertThat(state.uniqueTime(0)).isGreaterThan(NOW + 2);
        }
        assertThat(new SinkState(moved.get(Partitioning.byKey("p", PARTITIONS)), CatalogInTest.none())
                        .answeredPings("p"))
                .isEqualTo(9);
        assertThat(movedOf(11).resyncs("p")).containsExactly(resync);
    }

    @Test
    void a_row_of_another_kind_is_refused() {
        assertThatThrownBy(() -> new AcknowledgedRows(1, (partition, key, value) -> {})
                        .accept(Keys.of(Keys.PARTNER, "p").get(), new byte[0]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
