package dev.partnercatalog.streams.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputIdentitiesTest {

    private final Map<String, Uuid> brokers =
            new ConcurrentHashMap<>(Map.of("one", Uuid.randomUuid(), "other", Uuid.randomUuid()));
    private final LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();

    @TempDir
    Path folder;

    @Test
    void topics_that_are_made_anew_between_two_runs_or_during_one_are_told() throws Exception {
        try (InputIdentities first = inputs()) {
            first.onRenewed(told::add);
        }
        assertThat(told).isEmpty();

        brokers.put("one", Uuid.randomUuid());
        try (InputIdentities second = inputs()) {
            second.onRenewed(told::add);
            assertThat(told.poll()).isEqualTo("one");
            assertThat(told).isEmpty();

            brokers.put("other", Uuid.randomUuid());
            second.start();
            assertThat(told.poll(1, TimeUnit.MINUTES)).isEqualTo("other");
        }
    }

    private InputIdentities inputs() {
        return new InputIdentities(
                Set.of("one", "other"), folder, () -> brokers, (partitions, patience) -> Map.of(), () -> {});
    }
}
