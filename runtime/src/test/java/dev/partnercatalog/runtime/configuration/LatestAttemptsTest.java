package dev.partnercatalog.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.WebhookAttempt;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LatestAttemptsTest {

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

    private static WebhookAttempt attempt(String partnerId, long at, long ping) {
        return WebhookAttempt.newBuilder()
                .setPartnerId(partnerId)
                .setUrl("https://hooks.example/")
                .setAt(at)
                .setWebhookId("msg_" + at)
                .setKind(ping == 0 ? AttemptKind.CHANGES : AttemptKind.PING)
                .setOutcome(AttemptOutcome.ACCEPTED)
                .setDurationMs(1)
                .setPing(ping)
                .build();
    }
}
