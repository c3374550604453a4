package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.http.ErrorCode;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;

/** What may be read of two partitions of each table, and how old it is. */
class TableStateTest {

    private static final TopicSettings TOPICS = new TopicSettings("catalog.", 2, (short) 1);

    private long now;
    private final Object consumer = new Object();
    private final TableState state = new TableState(TOPICS, Duration.ZERO, () -> now);
    private final TablePartition first = state.partition(StoredTable.VARIANTS, 0);

    private List<TablePartition> all() {
        List<TablePartition> all = new ArrayList<>();
        for (StoredTable table : StoredTable.values()) {
            for (int partition = 0; partition < TOPICS.partitions(); partition++) {
                all.add(state.partition(table, partition));
            }
        }
        return all;
    }

    private OpenTable running(TablePartition partition) {
        KeyValueStore<Bytes, byte[]> disk =
                Stores.inMemoryKeyValueStore("store").get();
        OpenTable store = new OpenTable(StoredTable.SKUS, disk, null, key -> {});
        partition.opened(store);
        partition.started();
        return store;
    }

    private void catchUp(TablePartition partition) {
        running(partition);
        partition.assigned(consumer);
        partition.at(0, OptionalLong.of(0));
    }

    private void catchUp() {
        state.globalTablesLoaded();
        all().forEach(this::catchUp);
    }

    @Test
    void a_partition_is_not_read_before_its_end_is_known() {
        running(first);
        first.assigned(consumer);
        assertThat(first.readable()).isNull();
        first.at(0, OptionalLong.empty());
        assertThat(first.readable()).isNull();
        first.at(0, OptionalLong.of(0));
        assertThat(first.readable()).isNotNull();
    }

    @Test
    void a_partition_is_caught_up_when_polled_records_are_applied_too() {
        running(first);
        first.assigned(consumer);
        first.at(0, OptionalLong.of(3));
        first.polled(2);
        first.at(3, OptionalLong.of(0));
        assertThat(first.readable()).isNull();
        first.applied(1);
        first.at(3, OptionalLong.of(0));
        assertThat(first.readable()).isNull();
        first.applied(2);
        first.at(3, OptionalLong.of(0));
        assertThat(first.readable()).isNotNull();
    }

    @Test
    void records_that_arrive_after_the_start_do_not_hold_up_the_start() {
        running(first);
        first.assigned(consumer);
        first.at(0, OptionalLong.of(3));
        first.polled(2);
        first.applied(2);
        first.at(3, OptionalLong.of(1_000));
        assertThat(first.readable()).isNotNull();
    }

    @Test
    void markers_at_the_end_of_a_topic_are_passed_without_any_record() {
        running(first);
        first.assigned(consumer);
        first.at(7, OptionalLong.of(2));
        assertThat(first.readable()).isNull();
        first.at(9, OptionalLong.of(0));
        assertThat(first.readable()).isNotNull();
    }

    @Test
    void a_partition_is_read_only_while_its_task_runs_and_its_store_is_open() {
        first.assigned(consumer);
        OpenTable store = running(first);
        first.at(0, OptionalLong.of(0));
        assertThat(first.readable()).isSameAs(store);
        first.stopped();
        assertThat(first.readable()).isNull();
        first.started();
        assertThat(first.readable()).isNull();
        first.at(0, OptionalLong.of(0));
        assertThat(first.readable()).isSameAs(store);
        store.close();
        assertThat(first.readable()).isNull();
    }

    @Test
    void a_partition_taken_over_by_another_consumer_catches_up_again_and_reports_of_the_first_change_nothing() {
        catchUp(first);
        Object other = new Object();
        TopicPartition at = new TopicPartition("catalog.resolved-variants", 0);
        state.assigned(other, Set.of(at));
        assertThat(first.readable()).isNull();
        first.at(4, OptionalLong.of(0));
        assertThat(first.readable()).isNotNull();
        state.assigned(consumer, Set.of());
        assertThat(first.readable()).isNotNull();
        state.assigned(other, Set.of());
        assertThat(first.readable()).isNull();
    }

    @Test
    void a_rebuilt_store_is_not_considered_complete_because_its_predecessor_was() {
        catchUp(first);
        first.applied(100);
        state.assigned(consumer, Set.of());
        first.stopped();
        running(first);
        first.assigned(consumer);
        first.polled(50);
        first.at(51, OptionalLong.of(0));
        assertThat(first.readable()).isNull();
    }

    @Test
    void a_task_that_is_restarted_in_place_is_not_behind_because_of_earlier_records() {
        catchUp(first);
        first.polled(7);
        first.applied(7);
        first.at(8, OptionalLong.of(0));
        first.stopped();
        running(first);
        first.at(8, OptionalLong.of(0));
        assertThat(first.readable()).isNotNull();
    }

    @Test
    void it_is_caught_up_once_every_partition_of_every_table_is() {
        state.globalTablesLoaded();
        List<TablePartition> all = all();
        for (TablePartition partition : all) {
            assertThat(state.isCaughtUp()).isFalse();
            catchUp(partition);
        }
        assertThat(state.isCaughtUp()).isTrue();
    }

    @Test
    void it_stays_caught_up_while_a_partition_is_rebuilt_which_is_unavailable_and_never_empty() {
        catchUp();
        assertThat(state.isCaughtUp()).isTrue();
        first.stopped();
        assertThat(state.isCaughtUp()).isTrue();
        assertUnavailable(() -> state.catalog(() -> state.open(StoredTable.VARIANTS, 0)));
        assertThat(state.catalog(() -> state.open(StoredTable.VARIANTS, 1))).isNotNull();
    }

    @Test
    void D22_something_has_been_missing_since_it_was_first_noticed() {
        catchUp();
        first.at(5, OptionalLong.of(0));
        pass(1);
        others(first);
        first.at(5, OptionalLong.of(3));
        pass(9);
        others(first);
        first.at(6, OptionalLong.of(5));
        assertThat(state.age()).isEqualTo(Duration.ofSeconds(9));
        first.at(8, OptionalLong.of(3));
        assertThat(state.age()).isZero();
    }

    @Test
    void D22_tables_that_keep_up_with_steady_traffic_are_never_outdated() {
        catchUp();
        for (int second = 0; second < 100; second++) {
            pass(1);
            others(first);
            first.at(second * 10L, OptionalLong.of(10));
            assertThat(state.age()).isLessThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void D22_tables_whose_consumer_no_longer_polls_become_outdated() {
        catchUp();
        pass(11);
        assertThat(state.age()).isEqualTo(Duration.ofSeconds(11));
    }

    @Test
    void nothing_is_read_before_its_table_is_loaded() {
        assertUnavailable(() -> state.global(() -> "read"));
        assertUnavailable(() -> state.catalog(() -> "read"));
        state.globalTablesLoaded();
        assertThat(state.global(() -> "read")).isEqualTo("read");
        assertUnavailable(() -> state.catalog(() -> "read"));
        catchUp();
        assertThat(state.catalog(() -> "read")).isEqualTo("read");
    }

    @Test
    void variants_are_not_read_before_access_data_is_known() {
        all().forEach(this::catchUp);
        assertUnavailable(() -> state.catalog(() -> "read"));
    }

    @Test
    void a_caller_that_is_slightly_too_early_waits_and_is_answered() throws Exception {
        TableState patient = new TableState(TOPICS, Duration.ofMinutes(1));
        CompletableFuture<String> early = CompletableFuture.supplyAsync(() -> patient.global(() -> "read"));
        patient.globalTablesLoaded();
        assertThat(early.get(30, TimeUnit.SECONDS)).isEqualTo("read");
    }

    @Test
    void what_is_unavailable_for_a_moment_is_looked_up_again() {
        TableState patient = new TableState(TOPICS, Duration.ofMinutes(1));
        patient.globalTablesLoaded();
        AtomicInteger looks = new AtomicInteger();
        assertThat(patient.global(() -> {
                    if (looks.incrementAndGet() < 3) {
                        throw new InvalidStateStoreException("moved");
                    }
                    return "read";
                }))
                .isEqualTo("read");
    }

    @Test
    void what_cannot_be_read_now_is_unavailable_and_never_absent() {
        catchUp();
        for (RuntimeException fault : new RuntimeException[] {
            new InvalidStateStoreException("moved"),
            new ProcessorStateException("damaged"),
            new RegistryUnavailableException("away")
        }) {
            assertUnavailable(() -> state.catalog(() -> {
                throw fault;
            }));
        }
    }

    private void others(TablePartition but) {
        all().stream().filter(partition -> partition != but).forEach(partition -> partition.at(0, OptionalLong.of(0)));
    }

    private void pass(int seconds) {
        now += Duration.ofSeconds(seconds).toNanos();
    }

    private static void assertUnavailable(Supplier<Object> reading) {
        assertThatExceptionOfType(HttpProblem.class).isThrownBy(reading::get).satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(ErrorCode.CATALOG_UNAVAILABLE);
            assertThat(problem.headers()).containsKey("Retry-After");
        });
    }
}
