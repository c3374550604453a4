package dev.partnercatalog.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
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
        assertThat(progress.partitions()).as("nothing was reported of it").doesNotContain(PARTITION);
    }

    @Test
    void if_the_brokers_do_not_respond_the_table_is_the_best_available() {
        assertThatCode(() -> freshness(partition -> OptionalLong.empty(), LONG).await("p1"))
                .doesNotThrowAnyException();
    }

    private PartnerFreshness freshness(PartnerFreshness.Ends ends, Duration patience) {
        return new PartnerFreshness(ends, progress, TOPICS, patience);
    }
}
