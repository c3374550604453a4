package dev.partnercatalog.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.partnercatalog.http.HttpLimits;
import dev.partnercatalog.http.limit.RateLimit;
import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.query.access.TokenForm;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.tracing.TracingSettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueryApiSettingsTest {

    private static final TracingSettings TRACING =
            new TracingSettings(URI.create("http://collector:4318"), 0.5, Map.of());

    private static final ExternalIssuer EXTERNAL = new ExternalIssuer(
            URI.create("https://id.example/"), URI.create("https://id.example/keys"), TokenForm.RFC_9068);
    private static final ChangeSettings CHANGES =
            new ChangeSettings(true, Set.of(9_443), Set.of("dutchie"), Duration.ofHours(2), Duration.ofSeconds(3));

    private final QueryApiSettings.Builder builder = QueryApiSettings.builder(
            new KafkaSettings("127.0.0.1:9092", new TopicSettings("catalog.", 24, (short) 1), Map.of()),
            URI.create("http://127.0.0.1:8082"),
            Path.of("state"),
            Path.of("secret"));

    @Test
    void the_defaults_are_those_in_the_decisions() {
        QueryApiSettings settings = builder.build();
        assertThat(settings.maxBatchSize()).as("D12").isEqualTo(1_000);
        assertThat(settings.maxBodyBytes()).as("D20").isEqualTo(1024 * 1024);
        assertThat(settings.accessControlAllowOrigin()).as("D21").isEqualTo("*");
        assertThat(settings.traffic().rate()).as("D20").isEqualTo(new RateLimit(1_000, 2_000));
        assertThat(settings.changes())
                .as("D18, D19")
                .isEqualTo(new ChangeSettings(
                        false, Set.of(), Set.of("greenline", "cova"), Duration.ofHours(24), Duration.ofSeconds(30)));
        assertThat(settings.changesKept()).as("D30").isEqualTo(Duration.ofDays(7));
        assertThat(settings.environment()).isEqualTo(Environment.PRODUCTION);
        assertThat(settings.host()).isEqualTo("127.0.0.1");
        assertThat(settings.issuer()).isNull();
    }

    @Test
    void what_is_set_is_kept() {
        QueryApiSettings settings = builder.host("localhost")
                .apiPort(1)
                .authPort(2)
                .issuer(URI.create("https://auth.example"))
                .externalIssuer(EXTERNAL)
                .baseUrl(URI.create("https://api.example"))
                .audience("audience")
                .environment(Environment.STAGING)
                .maxBatchSize(3)
                .maxBodyBytes(4)
                .accessControlAllowOrigin("https://shop.example")
                .changes(CHANGES)
                .traffic(new TrafficSettings(RateLimit.NONE, HttpLimits.DEFAULT, List.of("10.0.0.0/8")))
                .internalPort(7)
                .zone("eu-1")
                .storeMemoryBytes(6)
                .canaryInterval(Duration.ofSeconds(8))
                .memoryTierBytes(9)
                .changesKept(Duration.ofHours(10))
                .tracing(TRACING)
                .desk(false)
                .build();
        assertThat(settings)
                .isEqualTo(new QueryApiSettings(
                        settings.kafka(),
                        settings.registry(),
                        settings.stateDir(),
                        "localhost",
                        1,
                        2,
                        URI.create("https://api.example"),
                        URI.create("https://auth.example"),
                        EXTERNAL,
                        "audience",
                        settings.masterKeyFile(),
                        Environment.STAGING,
                        3,
                        4,
                        "https://shop.example",
                        new TrafficSettings(RateLimit.NONE, HttpLimits.DEFAULT, List.of("10.0.0.0/8")),
                        CHANGES,
                        7,
                        "eu-1",
                        6,
                        Duration.ofSeconds(8),
                        9,
                        Duration.ofHours(10),
                        TRACING,
                        false));
    }

    @Test
    void D17_the_keys_of_another_issuer_must_come_over_https_or_from_this_machine() {
        URI issuer = URI.create("https://id.example");
        for (String local : List.of("http://localhost:1/keys", "http://127.0.0.1/keys", "http://[::1]:2/keys")) {
            assertThat(new ExternalIssuer(issuer, URI.create(local), TokenForm.RFC_9068).keySet())
                    .hasToString(local);
        }
        for (String plain : List.of("http://id.example/keys", "ftp://id.example/keys", "file:/keys", "keys")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ExternalIssuer(issuer, URI.create(plain), TokenForm.RFC_9068))
                    .withMessageContaining("https");
        }
    }

    @Test
    void limits_that_allow_nothing_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.maxBatchSize(0).build())
                .withMessageContaining("maxBatchSize 0");
        builder.maxBatchSize(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.maxBodyBytes(0).build())
                .withMessageContaining("maxBodyBytes 0");
        builder.maxBodyBytes(1);
        for (int hours : List.of(0, 7 * 24 + 1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(
                            () -> builder.changesKept(Duration.ofHours(hours)).build())
                    .withMessageContaining("changesKept");
        }
        builder.changesKept(Duration.ofDays(7));
        for (long bytes : List.of(-1L, Long.MAX_VALUE)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> builder.memoryTierBytes(bytes).build())
                    .withMessageContaining("memoryTierBytes " + bytes);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TrafficSettings(RateLimit.NONE, HttpLimits.DEFAULT, List.of("proxy.example")));
    }
}
