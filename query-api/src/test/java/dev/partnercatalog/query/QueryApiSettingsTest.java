package dev.partnercatalog.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.partnercatalog.query.QueryApiSettings.ChangeSettings;
import dev.partnercatalog.query.QueryApiSettings.Environment;
import dev.partnercatalog.query.QueryApiSettings.TableSettings;
import dev.partnercatalog.query.QueryApiSettings.TrafficSettings;
import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.query.access.RateLimit;
import dev.partnercatalog.query.access.TokenForm;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueryApiSettingsTest {

    @Test
    void the_defaults_are_those_in_the_decisions() {
        QueryApiSettings settings = QueryApiSettings.of(
                new KafkaSettings("127.0.0.1:9092", new TopicSettings("catalog.", 24, (short) 1), Map.of()),
                URI.create("http://127.0.0.1:8082"),
                Path.of("state"),
                Path.of("secret"));
        assertThat(settings.traffic().maxBatchSize()).as("D12").isEqualTo(1_000);
        assertThat(settings.traffic().maxBodyBytes()).as("D20").isEqualTo(1024 * 1024);
        assertThat(settings.accessControlAllowOrigin()).as("D21").isEqualTo("*");
        assertThat(settings.traffic().rate()).as("D20").isEqualTo(new RateLimit(1_000, 2_000));
        assertThat(settings.changes())
                .as("D18, D19")
                .isEqualTo(new ChangeSettings(false, Set.of(), Set.of("greenline", "cova"), Duration.ofHours(24)));
        assertThat(settings.tables().changeRetention()).as("D30").isEqualTo(Duration.ofDays(7));
        assertThat(settings.environment()).isEqualTo(Environment.PRODUCTION);
        assertThat(settings.addresses().host()).isEqualTo("127.0.0.1");
        assertThat(settings.tokens().issuer()).isNull();
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
        assertThatIllegalArgumentException().isThrownBy(() -> traffic(0, 1)).withMessageContaining("maxBatchSize 0");
        assertThatIllegalArgumentException().isThrownBy(() -> traffic(1, 0)).withMessageContaining("maxBodyBytes 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> traffic(1, 1, "proxy.example"))
                .withMessageContaining("proxy.example");
        for (int hours : List.of(0, 7 * 24 + 1)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tables(0, Duration.ofHours(hours)))
                    .withMessageContaining("changeRetention");
        }
        for (long bytes : List.of(-1L, Long.MAX_VALUE)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tables(bytes, Duration.ofDays(7)))
                    .withMessageContaining("memoryTierBytes " + bytes);
        }
    }

    private static TrafficSettings traffic(int maxBatchSize, long maxBodyBytes, String... proxies) {
        return new TrafficSettings(RateLimit.NONE, HttpLimits.DEFAULT, maxBatchSize, maxBodyBytes, List.of(proxies));
    }

    private static TableSettings tables(long memoryTierBytes, Duration changeRetention) {
        return new TableSettings(null, 1, memoryTierBytes, changeRetention);
    }
}
