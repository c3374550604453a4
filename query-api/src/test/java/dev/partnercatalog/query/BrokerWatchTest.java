package dev.partnercatalog.query;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class BrokerWatchTest {

    private static final TopicPartition PARTITION = new TopicPartition("partner-configs", 3);

    private final Queue<KafkaFuture<ListOffsetsResultInfo>> answers = new ArrayDeque<>();

    @Test
    void a_process_that_was_stopped_while_asking_asks_again() throws Exception {
        answers.add(failed());
        answers.add(end(7));
        assertThat(brokers(Duration.ofSeconds(13)).end(PARTITION)).hasValue(7);
    }

    @Test
    void brokers_that_do_not_respond_are_not_asked_again() throws Exception {
        answers.add(failed());
        answers.add(end(7));
        assertThat(brokers(Duration.ofSeconds(1)).end(PARTITION)).isEqualTo(OptionalLong.empty());
        assertThat(answers).hasSize(1);
    }

    @Test
    void brokers_that_are_away_get_a_tenth_of_the_time() throws Exception {
        List<Integer> patience = new ArrayList<>();
        Map<String, Object> nobody = Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1",
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 100,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 100);
        try (Admin away = Admin.create(nobody)) {
            BrokerWatch brokers = new BrokerWatch(
                    admin((method, arguments) -> {
                        if (method.equals("describeCluster")) {
                            return away.describeCluster();
                        }
                        patience.add(((ListOffsetsOptions) arguments[1]).timeoutMs());
                        return new ListOffsetsResult(Map.of(PARTITION, failed()));
                    }),
                    () -> 0);
            brokers.end(PARTITION);
            brokers.look();
            brokers.end(PARTITION);
        }
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
    private BrokerWatch brokers(Duration asking) {
        Admin admin = admin((method, arguments) -> new ListOffsetsResult(Map.of(PARTITION, answers.remove())));
        Queue<Long> times = new ArrayDeque<>(List.of(0L, 0L, asking.toNanos()));
        LongSupplier nanoTime = times::remove;
        return new BrokerWatch(admin, nanoTime);
    }

    private static Admin admin(BiFunction<String, Object[], Object> answer) {
        return (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(),
                new Class<?>[] {Admin.class},
                (proxy, method, arguments) -> answer.apply(method.getName(), arguments));
    }
}
