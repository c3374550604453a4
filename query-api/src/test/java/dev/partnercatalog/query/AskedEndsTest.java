package dev.partnercatalog.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.PartnerFreshness.AskedEnds;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
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

class AskedEndsTest {

    private static final TopicPartition PARTITION = new TopicPartition("partner-configs", 3);

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
