package dev.partnercatalog.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.deadletter.Replay.Outcome;
import dev.partnercatalog.cli.explain.ExampleCatalog;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.TopicsInMemory;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.streams.quarantine.DeadLetterHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ConsoleLettersTest {

    @AutoClose
    private final TopicsInMemory topics = new TopicsInMemory();

    private final ExampleCatalog example = new ExampleCatalog(topics);

    @AutoClose
    private final OpenTopics open = topics.open();

    @Test
    void the_newest_are_counted_by_cause_the_most_frequent_first() {
        for (int i = 0; i < 30; i++) {
            Headers headers = new RecordHeaders();
            DeadLetterHeaders.put(headers, DeadLetterHeaders.REASON, i % 3 == 0 ? "the same for " + i : "cause-" + i);
            topics.write("catalog.dead-letters", i % 2, "k" + i, null, headers);
        }
        JsonNode causes =
                Json.MAPPER.valueToTree(ConsoleLetters.list(open, null, null)).path("causes");
        assertThat(causes).hasSize(21);
        assertThat(causes.get(0).toString())
                .isEqualTo("{\"topic\":\"unknown\",\"reason\":\"the same for …\",\"letters\":10}");
    }

    @Test
    void topics_that_are_not_there_yet_are_waited_for_and_a_reading_that_failed_begins_anew() {
        example.publishPartner(true);
        AtomicInteger opened = new AtomicInteger();
        Supplier<OpenTopics> opening = () -> {
            if (opened.getAndIncrement() == 0) {
                throw new OperatorFault("no broker answers yet");
            }
            if (opened.get() == 2) {
                topics.failOnce(new KafkaException("gone"));
            }
            return topics.open();
        };
        Brokers away =
                new Brokers(new KafkaSettings("127.0.0.1:9", topics.kafka().topics(), Map.of()));
        try (Observation observation = new Observation(away, opening)) {
            await().atMost(Duration.ofMinutes(1)).until(() -> observation.incomplete() == null);
            assertThat(observation.partners().orElseThrow().all()).hasSize(1);
        }
        assertThat(opened).hasValue(3);
    }

    @Test
    void outcomes_have_the_names_that_the_page_knows() {
        assertThat(Json.of(new ConsoleLetters.Replayed(Map.of(Outcome.REPLAYED_BEFORE, 2L), List.of())))
                .isEqualTo("{\"outcomes\":{\"replayed-before\":2},\"results\":[]}");
    }
}
