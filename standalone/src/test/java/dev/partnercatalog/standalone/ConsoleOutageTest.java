package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.console.Console;
import dev.partnercatalog.console.ConsoleSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.embedded.EmbeddedBroker;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console while the brokers become unavailable and come back. */
@Tag("processes")
class ConsoleOutageTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final Pattern OUTAGE = Pattern.compile("have not answered since <time datetime=\"([^\"]+)\"");

    @TempDir
    Path folder;

    @Test
    void brokers_that_went_away_are_told_of_on_every_page_until_they_are_back() throws Exception {
        EmbeddedBroker broker = EmbeddedBroker.start(folder, 0);
        try {
            KafkaSettings kafka = new KafkaSettings(
                    broker.bootstrapServers(), new TopicSettings(TopicSettings.DEFAULT_PREFIX, 1, (short) 1), Map.of());
            try (Admin admin = Admin.create(kafka.properties())) {
                new TopicAdmin(admin, kafka.topics()).createAndCheck();
            }
            RegistrySettings noRegistry = RegistrySettings.at(URI.create("http://127.0.0.1:1"));
            try (Console console = Console.start(
                    new ConsoleSettings(kafka, noRegistry, "127.0.0.1", 0, null, true, true, List.of()))) {
                ConsoleClient visitor = new ConsoleClient(console.address());
                awaitAllGoesOn(visitor);
                Instant before = Instant.now();

                broker.close();
                Instant gone = Instant.now();
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(visitor.page("/")).containsPattern(OUTAGE));
                Matcher outage = OUTAGE.matcher(visitor.page("/"));
                assertThat(outage.find()).isTrue();
                assertThat(Instant.parse(outage.group(1))).isBetween(before.minus(Duration.ofSeconds(20)), gone);
                for (String path : List.of("/", "/partners")) {
                    assertThat(visitor.page(path)).containsPattern(OUTAGE);
                }
                for (String path : List.of("/dead-letters", "/partners/kiosk", "/nothing")) {
                    assertThat(visitor.get(path).body()).containsPattern(OUTAGE);
                }

                broker = EmbeddedBroker.start(folder, port(kafka));
                awaitAllGoesOn(visitor);
            }
        } finally {
            broker.close();
        }
    }

    private static void awaitAllGoesOn(ConsoleClient visitor) {
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(visitor.page("/")).contains("Measured at").doesNotContainPattern(OUTAGE);
            assertThat(visitor.page("/partners")).contains("0 partners").doesNotContain("class=\"fault\"");
            assertThat(visitor.page("/dead-letters")).contains("No dead letters.");
        });
    }

    private static int port(KafkaSettings kafka) {
        return Integer.parseInt(kafka.bootstrapServers().replaceFirst(".*:", ""));
    }
}
