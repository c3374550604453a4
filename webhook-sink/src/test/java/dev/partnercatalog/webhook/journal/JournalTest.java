package dev.partnercatalog.webhook.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.records.WebhookExchange;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class JournalTest {

    private final WriterDouble writer = new WriterDouble();
    private final Journal journal = writer.journal();

    @AfterEach
    void stop() {
        journal.close();
    }

    @Test
    void each_record_goes_to_its_topic_under_its_key() {
        journal.start();
        publish("p", endpoint(1));
        journal.publish(new WebhookBacklog("p", 7, 3L, 5L, 6L, 0L, List.of(), 0L), () -> {});
        journal.add(attempt("msg_1"));
        journal.add(exchange("msg_1"));
        publish("q", null);

        await().until(() -> writer.writes().size() == 5);
        assertThat(writer.writes())
                .extracting(write -> write.topic() + " " + write.key())
                .containsExactlyInAnyOrder(
                        CatalogTopic.WEBHOOK_ENDPOINTS + " p",
                        CatalogTopic.WEBHOOK_BACKLOGS + " p/7",
                        CatalogTopic.WEBHOOK_ATTEMPTS + " p",
                        CatalogTopic.WEBHOOK_EXCHANGES + " p",
                        CatalogTopic.WEBHOOK_ENDPOINTS + " q");
    }

    @Test
    @DisplayName("Only the newest state is written, and never two at once")
    void only_the_newest_state_is_written() {
        writer.hold();
        journal.start();
        publish("p", endpoint(1));
        await().until(() -> writer.writes().size() == 1);
        publish("p", endpoint(2));
        publish("p", endpoint(3));
        publish("q", endpoint(4));
        await().until(() -> writer.writes().size() == 2);
        assertThat(writer.writes().get(1).record()).isEqualTo(endpoint(4));

        writer.writes().get(0).done().ended(null);

        await().until(() -> writer.writes().size() == 3);
        assertThat(writer.writes().get(2).record()).isEqualTo(endpoint(3));
    }

    @Test
    void a_state_whose_write_fails_is_written_again_unless_there_is_a_newer_one() {
        writer.hold();
        journal.start();
        publish("p", endpoint(1));
        await().until(() -> writer.writes().size() == 1);

        writer.writes().get(0).done().ended(new IllegalStateException("lost"));
        await().until(() -> writer.writes().size() == 2);
        assertThat(writer.writes().get(1).record()).isEqualTo(endpoint(1));
        publish("p", endpoint(2));
        writer.writes().get(1).done().ended(new IllegalStateException("lost"));

        await().until(() -> writer.writes().size() == 3);
        assertThat(writer.writes().get(2).record()).isEqualTo(endpoint(2));
    }

    @Test
    void it_is_told_when_a_backlog_is_safe() {
        List<String> safe = Collections.synchronizedList(new ArrayList<>());
        writer.hold();
        journal.start();
        journal.publish(new WebhookBacklog("p", 7, 0L, null, 6L, 0L, List.of(), 0L), () -> safe.add("p/7"));
        await().until(() -> writer.writes().size() == 1);
        assertThat(safe).isEmpty();

        writer.writes().get(0).done().ended(null);

        assertThat(safe).containsExactly("p/7");
    }

    @Test
    @DisplayName("If the brokers are unavailable, attempts are dropped beyond a bound, and states are kept")
    void attempts_are_dropped_and_states_are_kept_while_nothing_can_be_written() {
        writer.takeDown();
        journal.start();
        for (int i = 0; i < 100_000; i++) {
            journal.add(attempt("msg_" + i));
            publish("p" + i % 10, endpoint(i));
        }

        writer.bringUp();

        await().until(() -> writer.writes().stream()
                        .filter(write -> write.topic() == CatalogTopic.WEBHOOK_ENDPOINTS)
                        .map(WriterDouble.Write::record)
                        .distinct()
                        .count()
                >= 10);
        await().until(() -> writer.writes().size() > Outbox.MAX_ATTEMPTS);
        assertThat(writer.writes()).hasSizeLessThanOrEqualTo(Outbox.MAX_ATTEMPTS + 10);
        assertThat(writer.writes())
                .extracting(WriterDouble.Write::record)
                .contains(endpoint(99_999), endpoint(99_990))
                .doesNotContain(attempt("msg_99999"));
    }

    @Test
    void few_exchanges_wait_and_never_in_place_of_attempts() {
        for (int i = 0; i < Outbox.MAX_ATTEMPTS; i++) {
            journal.add(exchange("msg_" + i));
        }
        for (int i = 0; i < Outbox.MAX_ATTEMPTS; i++) {
            journal.add(attempt("msg_" + i));
        }
        journal.start();

        journal.close();

        assertThat(writer.writes()).hasSize(Outbox.MAX_ATTEMPTS);
        assertThat(writer.writes().stream().filter(write -> write.topic() == CatalogTopic.WEBHOOK_EXCHANGES))
                .hasSize(Outbox.MAX_BEFORE_AN_EXCHANGE);
    }

    @Test
    void what_waits_is_written_before_it_closes() {
        publish("p", endpoint(1));
        journal.add(attempt("msg_1"));
        journal.start();

        journal.close();

        assertThat(writer.writes()).hasSize(2);
    }

    private void publish(String partnerId, @Nullable WebhookEndpoint endpoint) {
        journal.publish(CatalogTopic.WEBHOOK_ENDPOINTS, partnerId, endpoint, () -> {});
    }

    private static WebhookEndpoint endpoint(int failures) {
        return WebhookEndpoint.newBuilder()
                .setPartnerId("p")
                .setUrl("https://p.example/")
                .setUpdatedAt(1)
                .setStatus(EndpointStatus.BACKING_OFF)
                .setFailures(failures)
                .build();
    }

    private static WebhookExchange exchange(String id) {
        return WebhookExchange.newBuilder()
                .setPartnerId("p")
                .setAt(1)
                .setWebhookId(id)
                .setRequestHeaders(List.of())
                .setRequestBody("{}")
                .build();
    }

    private static WebhookAttempt attempt(String id) {
        return WebhookAttempt.newBuilder()
                .setPartnerId("p")
                .setUrl("https://p.example/")
                .setAt(1)
                .setWebhookId(id)
                .setKind(AttemptKind.CHANGES)
                .setOutcome(AttemptOutcome.ACCEPTED)
                .setDurationMs(2)
                .build();
    }
}
