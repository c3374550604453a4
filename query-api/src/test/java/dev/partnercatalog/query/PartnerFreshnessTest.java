package dev.partnercatalog.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
    private static final Duration LONG = Duration.ofMinutes(3);

    private final TableProgress progress = new TableProgress(TOPICS);

    /** What the brokers answer, one request after the other. */
    private final Queue<KafkaFuture<ListOffsetsResultInfo>> answers = new ArrayDeque<>();

    /** How long each request may take. */
    private final List<Integer> timeouts = new CopyOnWriteArrayList<>();

    private final CountDownLatch asked = new CountDownLatch(1);
    private final Admin admin = (Admin) Proxy.newProxyInstance(
            Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                assertThat(((Map<?, ?>) arguments[0]).keySet()).isEqualTo(Set.of(PARTITION));
                timeouts.add(((ListOffsetsOptions) arguments[1]).timeoutMs());
                asked.countDown();
                return new ListOffsetsResult(Map.of(PARTITION, answers.remove()));
            });

    @Test
    void D18_it_waits_until_the_table_has_everything_in_the_partner_s_partition() throws Exception {
        answers.add(end(7));
        progress.applied(PARTITION, 5);
        CompletableFuture<Boolean> waiting =
                CompletableFuture.supplyAsync(() -> freshness(LONG).await("p1"));
        assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
        progress.applied(new TopicPartition(PARTITION.topic(), PARTITION.partition() + 1), 8);
        assertThat(waiting.isDone()).isFalse();
        progress.applied(PARTITION, 6);
        assertThat(waiting.get(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void D18_it_does_not_answer_with_what_is_known_to_be_old() {
        answers.add(end(7));
        assertThatThrownBy(() -> freshness(Duration.ofMillis(50)).await("p1"))
                .isInstanceOfSatisfying(
                        HttpProblem.class,
                        problem -> assertThat(problem.code().status()).isEqualTo(503));
    }

    @Test
    void a_partition_without_records_is_waited_for_by_nobody() {
        answers.add(end(0));
        assertThat(freshness(LONG).await("p1")).isTrue();
        assertThat(progress.positions().partitions())
                .as("nothing was reported of it")
                .doesNotContain(PARTITION);
    }

    @Test
    void a_process_that_was_stopped_while_asking_asks_again() {
        answers.add(failed());
        answers.add(end(0));
        assertThat(freshness(false, Duration.ofSeconds(13)).await("p1")).isTrue();
    }

    @Test
    void if_the_brokers_do_not_respond_they_are_not_asked_again_and_the_table_is_the_best_available() {
        answers.add(failed());
        answers.add(end(7));
        assertThat(freshness(false, Duration.ofSeconds(1)).await("p1")).isFalse();
        assertThat(answers).hasSize(1);
    }

    @Test
    void brokers_that_are_away_get_a_tenth_of_the_time() {
        for (boolean away : new boolean[] {false, true}) {
            answers.add(failed());
            assertThat(freshness(away, Duration.ZERO).await("p1")).isFalse();
        }
        assertThat(timeouts).containsExactly(1_000, 100);
    }

    private PartnerFreshness freshness(Duration patience) {
        return new PartnerFreshness(admin, () -> false, () -> 0, progress, TOPICS, patience);
    }

    /** @param asking how long the first request takes */
    private PartnerFreshness freshness(boolean away, Duration asking) {
        Queue<Long> times = new ArrayDeque<>(List.of(0L, asking.toNanos()));
        return new PartnerFreshness(admin, () -> away, times::remove, progress, TOPICS, LONG);
    }

    private static KafkaFuture<ListOffsetsResultInfo> end(long offset) {
        return KafkaFuture.completedFuture(new ListOffsetsResultInfo(offset, -1, Optional.empty()));
    }

    private static KafkaFuture<ListOffsetsResultInfo> failed() {
        KafkaFutureImpl<ListOffsetsResultInfo> failed = new KafkaFutureImpl<>();
        failed.completeExceptionally(new TimeoutException("nobody answered in time"));
        return failed;
    }
}
