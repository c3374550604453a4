package dev.partnercatalog.webhook.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.webhook.delivery.EndpointState;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WebhookMetricsTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_000);

    private final List<WebhookAttempt> logged = new ArrayList<>();
    private final List<WebhookBacklog> published = new ArrayList<>();
    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final WebhookMetrics metrics =
            new WebhookMetrics(meters, logged::add, published::add, InstantSource.fixed(NOW));
    private final List<EndpointState> endpoints = new ArrayList<>();

    @Test
    void attempts_are_counted_by_partner_and_outcome_and_passed_on() {
        metrics.add(attempt("p", AttemptOutcome.ACCEPTED));
        metrics.add(attempt("p", AttemptOutcome.ACCEPTED));
        metrics.add(attempt("p", AttemptOutcome.FAILED));
        assertThat(scrape())
                .contains("catalog_webhook_attempts_total{kind=\"changes\",outcome=\"accepted\",partner=\"p\"} 2.0")
                .contains("catalog_webhook_attempts_total{kind=\"changes\",outcome=\"failed\",partner=\"p\"} 1.0")
                .contains("catalog_webhook_attempt_duration_seconds_count 3");
        assertThat(logged).hasSize(3);
    }

    @Test
    void what_is_due_is_summed_over_the_partitions_that_are_here() {
        publish("p", 0, 3, 5, 1, 2);
        publish("p", 1, 4, 9, 2, 1);
        publish("p", 7, 5, 99, 0, 0);
        assertThat(scrape(Set.of())).doesNotContain("catalog_webhook_due{");
        assertThat(scrape())
                .contains("catalog_webhook_due{partner=\"p\"} 7.0")
                .contains("catalog_webhook_isolated{partner=\"p\"} 3.0")
                .contains("catalog_webhook_held_removals{partner=\"p\"} 3.0")
                .contains("catalog_webhook_oldest_due_seconds{partner=\"p\"} 9.0");
        assertThat(published).hasSize(3);

        metrics.publish(new WebhookBacklog("p", 0, 0L, null, 0L, 0L, List.of(), 0L, false));
        metrics.publish(new WebhookBacklog("p", 1, 0L, null, 0L, 0L, List.of(), 0L, false));
        assertThat(scrape()).doesNotContain("catalog_webhook_due{");
    }

    @Test
    void endpoints_tell_what_is_under_way_and_whether_they_are_suspended() {
        endpoints.add(state(health("p", EndpointStatus.SUSPENDED).setSuspension("gone"), 0));
        endpoints.add(state(health("q", EndpointStatus.HEALTHY), 3));
        assertThat(scrape())
                .contains("catalog_webhook_suspended{partner=\"p\"} 1.0")
                .contains("catalog_webhook_suspended{partner=\"q\"} 0.0")
                .contains("catalog_webhook_in_flight{partner=\"q\"} 3.0");
    }

    @Test
    void each_endpoint_tells_for_how_long_it_fails() {
        endpoints.add(failing("brief", Duration.ofMinutes(14)));
        endpoints.add(new EndpointState(health("held", EndpointStatus.HEALTHY).build(), 0, true));
        assertThat(scrape())
                .contains("catalog_webhook_failing_seconds{partner=\"brief\"} 840.0")
                .contains("catalog_webhook_failing_seconds{partner=\"held\"} 0.0");
        endpoints.clear();
        assertThat(scrape()).doesNotContain("partner=\"brief\"");
    }

    private void publish(String partnerId, int partition, long due, int seconds, long isolated, long held) {
        long oldest = NOW.minusSeconds(seconds).toEpochMilli();
        metrics.publish(new WebhookBacklog(partnerId, partition, due, oldest, 0L, isolated, List.of(), held, false));
    }

    private static EndpointState failing(String partnerId, Duration time) {
        Instant since = NOW.minus(time);
        return state(
                health(partnerId, EndpointStatus.BACKING_OFF)
                        .setFailures(30)
                        .setFailingSince(since.toEpochMilli())
                        .setBackingOffUntil(NOW.plusSeconds(60).toEpochMilli())
                        .setLastFailure("failed")
                        .setSuspendsAt(since.plus(Duration.ofDays(5)).toEpochMilli()),
                0);
    }

    private static WebhookEndpoint.Builder health(String partnerId, EndpointStatus status) {
        return WebhookEndpoint.newBuilder()
                .setPartnerId(partnerId)
                .setPartition(0)
                .setUrl("https://" + partnerId + ".example/")
                .setUpdatedAt(NOW.toEpochMilli())
                .setStatus(status);
    }

    private static EndpointState state(WebhookEndpoint.Builder health, int inFlight) {
        return new EndpointState(health.build(), inFlight, false);
    }

    @Test
    void partners_beyond_a_thousand_share_their_series() {
        for (int i = 0; i < 1_500; i++) {
            metrics.add(attempt("p" + i, AttemptOutcome.ACCEPTED));
        }
        endpoints.add(state(health("p1001", EndpointStatus.SUSPENDED).setSuspension("gone"), 1));
        endpoints.add(state(health("p1002", EndpointStatus.SUSPENDED).setSuspension("gone"), 2));
        assertThat(scrape())
                .contains("outcome=\"accepted\",partner=\"all others\"} 500.0")
                .contains("catalog_webhook_in_flight{partner=\"all others\"} 3.0")
                // As alarms compare it.
                .contains("catalog_webhook_suspended{partner=\"all others\"} 1.0")
                .doesNotContain("partner=\"p1000\"");
    }

    @Test
    void every_metric_is_documented_and_every_documented_one_exists() throws Exception {
        metrics.add(attempt("p", AttemptOutcome.ACCEPTED));
        publish("p", 0, 3, 0, 0, 0);
        endpoints.add(state(health("q", EndpointStatus.HEALTHY), 3));
        Set<String> exported = matches("(?m)^# TYPE (\\S+) ", scrape());
        Set<String> documented =
                matches("(?m)^\\| `(catalog_webhook_\\w+)`", Files.readString(Path.of("..", "docs", "metrics.md")));
        // A timer also exports a gauge of its maximum.
        exported.removeIf(name -> name.endsWith("_max"));
        assertThat(exported).isEqualTo(documented);
    }

    private static Set<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private String scrape() {
        return scrape(Set.of(0, 1));
    }

    private String scrape(Set<Integer> partitions) {
        metrics.read(partitions, endpoints);
        return meters.scrape();
    }

    private static WebhookAttempt attempt(String partnerId, AttemptOutcome outcome) {
        return WebhookAttempt.newBuilder()
                .setPartnerId(partnerId)
                .setUrl("https://partner.example")
                .setAt(0)
                .setWebhookId("msg_1")
                .setKind(AttemptKind.CHANGES)
                .setOutcome(outcome)
                .setDurationMs(7)
                .build();
    }
}
