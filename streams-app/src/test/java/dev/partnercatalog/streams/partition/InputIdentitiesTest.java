package dev.partnercatalog.streams.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputIdentitiesTest {

    private final Map<String, Uuid> brokers =
            new HashMap<>(Map.of("one", Uuid.randomUuid(), "other", Uuid.randomUuid()));
    private final List<String> told = new ArrayList<>();

    @TempDir
    Path folder;

    @Test
    void topics_that_are_made_anew_between_two_runs_or_during_one_are_told() {
        try (InputIdentities first = inputs()) {
            first.onRenewed(told::add);
        }
        assertThat(told).isEmpty();

        brokers.put("one", Uuid.randomUuid());
        try (InputIdentities second = inputs()) {
            second.onRenewed(told::add);
            assertThat(told).containsExactly("one");

            brokers.put("other", Uuid.randomUuid());
            second.look();
            assertThat(told).containsExactly("one", "other");
        }
    }

    private InputIdentities inputs() {
        return new InputIdentities(
                Set.of("one", "other"), folder, () -> brokers, (partitions, patience) -> Map.of(), () -> {});
    }
}
