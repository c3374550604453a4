package dev.partnercatalog.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LastSuccessTest {

    private static final String URL = "https://partner.example/";

    @Test
    void it_is_when_the_response_to_the_last_accepted_message_with_variants_arrived() {
        LastSuccess known = new LastSuccess();
        known.add(attempt(URL, 5_000, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED));
        known.add(attempt(URL, 3_000, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED));
        known.add(attempt(URL, 7_000, AttemptKind.CHANGES, AttemptOutcome.FAILED));
        known.add(attempt(URL, 8_000, AttemptKind.PING, AttemptOutcome.ACCEPTED));
        assertThat(known.of("p", URL, null)).isEqualTo(Instant.ofEpochMilli(5_250));
        assertThat(known.of("q", URL, null)).isNull();
    }

    @Test
    void the_later_of_the_attempts_and_of_what_the_sink_recorded_counts_and_both_only_at_the_present_url() {
        List<WebhookAttempt> attempts = List.of(attempt(URL, 5_000, AttemptKind.CHANGES, AttemptOutcome.ACCEPTED));
        assertThat(LastSuccess.of(URL, endpoint(URL, 9_000L), attempts)).isEqualTo(Instant.ofEpochMilli(9_000));
        assertThat(LastSuccess.of(URL, endpoint(URL, 4_000L), attempts)).isEqualTo(Instant.ofEpochMilli(5_250));
        assertThat(LastSuccess.of(URL, endpoint(URL, null), List.of())).isNull();
        assertThat(LastSuccess.of(URL, endpoint("https://other.example/", 9_000L), attempts))
                .isEqualTo(Instant.ofEpochMilli(5_250));
        assertThat(LastSuccess.of("https://third.example/", endpoint(URL, 9_000L), attempts))
                .isNull();
    }

    private static WebhookAttempt attempt(String url, long at, AttemptKind kind, AttemptOutcome outcome) {
        return WebhookAttempt.newBuilder()
                .setPartnerId("p")
                .setUrl(url)
                .setAt(at)
                .setWebhookId("msg_1")
                .setKind(kind)
                .setOutcome(outcome)
                .setDurationMs(250)
                .setRecords(1)
                .build();
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
}
