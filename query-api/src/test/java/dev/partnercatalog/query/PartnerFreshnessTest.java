package dev.partnercatalog.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.query.PartnerFreshness.AskedEnds;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class PartnerFreshnessTest {

    private static final TopicSettings TOPICS = new TopicSettings("catalog.", 24, (short) 1);
    private static final TopicPartition PARTITION =
            new TopicPartition("catalog.partner-configs", Partitioning.byKey("p1", 24));
    private static final Duration LONG = Duration.ofSeconds(20);

    private final TableProgress progress = new TableProgress(TOPICS);

    @Test
    void D18_it_waits_until_the_table_has_everything_in_the_partner_s_partition() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        PartnerFreshness freshness = freshness(
                partition -> {
                    assertThat(partition).isEqualTo(PARTITION);
                    asked.countDown();
                    return OptionalLong.of(7);
                },
                LONG);
        progress.applied(PARTITION, 5);
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> freshness.await("p1"));
        assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
        progress.applied(new TopicPartition(PARTITION.topic(), PARTITION.partition() + 1), 8);
        assertThat(waiting.isDone()).isFalse();
        progress.applied(PARTITION, 6);
        waiting.get(10, TimeUnit.SECONDS);
    }

    @Test
    void D18_it_does_not_answer_with_what_is_known_to_be_old() {
        PartnerFreshness freshness = freshness(partition -> OptionalLong.of(7), Duration.ofMillis(50));
        assertThatThrownBy(() -> freshness.await("p1"))
                .isInstanceOfSatisfying(
                        HttpProblem.class,
                        problem -> assertThat(problem.code().status()).isEqualTo(503));
    }

    @Test
    void a_partition_without_records_is_waited_for_by_nobody() {
        assertThatCode(() -> freshness(partition -> OptionalLong.of(0), LONG).await("p1"))
                .doesNotThrowAnyException();
        assertThat(progress.positions().partitions())
                .as("nothing was reported of it")
                .doesNotContain(PARTITION);
    }

    @Test
    void if_the_brokers_do_not_respond_the_table_is_the_best_available() {
        assertThatCode(() -> freshness(partition -> OptionalLong.empty(), LONG).await("p1"))
                .doesNotThrowAnyException();
    }

    private PartnerFreshness freshness(PartnerFreshness.Ends ends, Duration patience) {
        return new PartnerFreshness(ends, progress, TOPICS, patience);
    }

    private final Queue<KafkaFuture<ListOffsetsResultInfo>> answers = new ArrayDeque<>();

    @Test
    void a_process_that_was_stopped_while_asking_asks_again() throws Exception {
        answers.add(failed());
        answers.add(end(7));
        assertThat(asking(Duration.ofSeconds(13)).of(PARTITION)).hasValue(7);
    }

    @Test
    void brokers_that_do_not_respond_are_not_asked_again() throws Exception {
        answers.add(failed());
        answers.add(end(7));
        assertThat(asking(Duration.ofSeconds(1)).of(PARTITION)).isEqualTo(OptionalLong.empty());
        assertThat(answers).hasSize(1);
    }

    @Test
    void brokers_that_are_away_get_a_tenth_of_the_time() throws Exception {
        List<Integer> patience = new ArrayList<>();
        boolean[] away = {false};
        AskedEnds ends = new AskedEnds(
                admin((method, arguments) -> {
                    patience.add(((ListOffsetsOptions) arguments[1]).timeoutMs());
                    return new ListOffsetsResult(Map.of(PARTITION, failed()));
                }),
                () -> away[0],
                () -> 0);
        ends.of(PARTITION);
        away[0] = true;
        ends.of(PARTITION);
        assertThat(patience).containsExactly(1_000, 100);
    }

    private static KafkaFuture<ListOffsetsResultInfo> end(long offset) {
        return KafkaFuture.completedFuture(new ListOffsetsResultInfo(offset, -1, Optional.empty()));
    }

    private static KafkaFuture<ListOffsetsResultInfo> failed() {
        KafkaFutureImpl<ListOffsetsResultInfo> failed = new KafkaFutureImpl<>();
        failed.completeExceptionally(new TimeoutException("nobody answered in time"));
        return failed;
    }

    /** @param asking how long the first request takes */
    private AskedEnds asking(Duration asking) {
        Admin admin = admin((method, arguments) -> new ListOffsetsResult(Map.of(PARTITION, answers.remove())));
        Queue<Long> times = new ArrayDeque<>(List.of(0L, asking.toNanos()));
        LongSupplier nanoTime = times::remove;
        return new AskedEnds(admin, () -> false, nanoTime);
    }

    private static Admin admin(BiFunction<String, Object[], Object> answer) {
        return (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(),
                new Class<?>[] {Admin.class},
                (proxy, method, arguments) -> answer.apply(method.getName(), arguments));
    }
}
