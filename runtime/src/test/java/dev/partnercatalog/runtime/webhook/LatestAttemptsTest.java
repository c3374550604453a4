package dev.partnercatalog.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LatestAttemptsTest {

    private static final String URL = "https://hooks.example/";

    @Test
    void a_partners_latest_hundred_are_kept_and_sorted_by_time() {
        LatestAttempts log = new LatestAttempts(1_000);
        for (int i = 0; i < 150; i++) {
            log.add(attempt("p", i, 0));
        }
        log.add(attempt("p", 7, 0));
        assertThat(log.of("p")).hasSize(100);
        assertThat(log.of("p").get(0).getAt()).isEqualTo(149);
        assertThat(log.of("p").get(99).getAt()).isEqualTo(7);
        assertThat(log.of("q")).isEmpty();
    }

    @Test
    void with_too_many_in_total_the_partner_without_attempts_for_longest_is_forgotten() {
        LatestAttempts log = new LatestAttempts(10);
        for (int i = 0; i < 4; i++) {
            log.add(attempt("a", i, 0));
            log.add(attempt("b", i, 0));
        }
        log.add(attempt("a", 9, 0));
        log.add(attempt("c", 9, 0));
        log.add(attempt("c", 10, 0));
        assertThat(log.of("b")).isEmpty();
        assertThat(log.of("a")).hasSize(5);
        assertThat(log.of("c")).hasSize(2);
    }

    @Test
    void a_ping_is_waited_for_by_its_number() throws Exception {
        LatestAttempts log = new LatestAttempts(10);
        log.add(attempt("p", 1, 4));
        assertThat(log.awaitPing("p", 5, Duration.ZERO)).isNull();
        CompletableFuture<WebhookAttempt> awaited = CompletableFuture.supplyAsync(() -> {
            try {
                return log.awaitPing("p", 5, Duration.ofSeconds(20));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        log.add(attempt("q", 2, 5));
        log.add(attempt("p", 3, 5));
        assertThat(awaited.get(1, TimeUnit.MINUTES)).isEqualTo(attempt("p", 3, 5));
    }

    @Test
    void a_partner_last_accepted_something_when_the_response_to_the_last_accepted_message_with_variants_arrived() {
        LatestAttempts log = new LatestAttempts(1);
        log.add(attempt("p", 5_000, 0));
        log.add(attempt("p", 3_000, 0));
        log.add(attempt("p", 8_000, 1));
        log.add(WebhookAttempt.newBuilder(attempt("p", 7_000, 0))
                .setOutcome(AttemptOutcome.FAILED)
                .build());
        assertThat(log.lastSuccess("p", URL, null)).isEqualTo(Instant.ofEpochMilli(5_001));
        assertThat(log.lastSuccess("q", URL, null)).isNull();
    }

    @Test
    void the_later_of_the_attempts_and_of_what_the_sink_recorded_counts_and_both_only_at_the_present_url() {
        LatestAttempts log = new LatestAttempts(10);
        log.add(attempt("p", 5_000, 0));
        assertThat(log.lastSuccess("p", URL, endpoint(URL, 9_000L))).isEqualTo(Instant.ofEpochMilli(9_000));
        assertThat(log.lastSuccess("p", URL, endpoint(URL, 4_000L))).isEqualTo(Instant.ofEpochMilli(5_001));
        assertThat(log.lastSuccess("q", URL, endpoint(URL, null))).isNull();
        assertThat(log.lastSuccess("p", URL, endpoint("https://other.example/", 9_000L)))
                .isEqualTo(Instant.ofEpochMilli(5_001));
        assertThat(log.lastSuccess("p", "https://third.example/", endpoint(URL, 9_000L)))
                .isNull();
    }

    private static WebhookEndpoint endpoint(String url, @Nullable Long lastAccepted) {
        return WebhookEndpoint.newBuilder()
                .setPartnerId("p")
                .setPartition(0)
                .setUrl(url)
                .setUpdatedAt(0)
                .setStatus(EndpointStatus.HEALTHY)
                .setLastAccepted(lastAccepted)
                .build();
    }

    private static WebhookAttempt attempt(String partnerId, long at, long ping) {
        return WebhookAttempt.newBuilder()
                .setPartnerId(partnerId)
                .setUrl(URL)
                .setAt(at)
                .setWebhookId("msg_" + at)
                .setKind(ping == 0 ? AttemptKind.CHANGES : AttemptKind.PING)
                .setOutcome(AttemptOutcome.ACCEPTED)
                .setDurationMs(1)
                .setPing(ping)
                .build();
    }
}
