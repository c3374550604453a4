package dev.partnercatalog.webhook.alert;

import static dev.partnercatalog.webhook.alert.EndpointStates.failing;
import static dev.partnercatalog.webhook.alert.EndpointStates.healthy;
import static dev.partnercatalog.webhook.alert.EndpointStates.suspended;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.records.AlertType;
import dev.partnercatalog.records.WebhookAlert;
import dev.partnercatalog.runtime.configuration.WebhookHold;
import dev.partnercatalog.webhook.alert.AlertRule.Due;
import dev.partnercatalog.webhook.delivery.EndpointState;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which alert is due for an endpoint's state, the last alert and the time. */
class AlertRuleTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final AlertRule RULE = new AlertRule(AlertThresholds.DEFAULT);
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The time since the first failure, the end of the pause after it, the last alert of this outage and whether it was
     * accepted, and what is due.
     */
    @ParameterizedTest(name = "{0} of failures, paused until {1}, last {2} (accepted {3}): {4}")
    @CsvSource({
        "PT0S,       PT1S,       ,                true,  NOTHING",
        "PT14M59S,   PT20M,      ,                true,  NOTHING",
        "PT15M,      PT20M,      ,                true,  FAILING",
        "PT15M,      PT14M,      ,                true,  NOTHING",
        "P30D,       PT14M,      ,                true,  NOTHING",
        "P30D,       PT16M,      ,                true,  FAILING",
        "PT15M,      PT20M,      FAILING,         true,  NOTHING",
        "PT15M,      PT20M,      FAILING,         false, SEND",
        "P3DT23H59M, P4DT1M,     FAILING,         true,  NOTHING",
        "P4D,        P4DT1M,     FAILING,         true,  SUSPENSION_NEAR",
        "P4D,        P3DT23H,    FAILING,         true,  NOTHING",
        "P4D,        P4DT1M,     FAILING,         false, SUSPENSION_NEAR",
        "P4D,        P4DT1M,     ,                true,  SUSPENSION_NEAR",
        "P4D,        P4DT1M,     SUSPENSION_NEAR, true,  NOTHING",
        "P4D,        P4DT1M,     SUSPENSION_NEAR, false, SEND",
        "P6D,        P6DT1M,     SUSPENSION_NEAR, true,  NOTHING",
        "P6D,        P6DT1M,     UNKNOWN,         true,  NOTHING",
    })
    void of_an_endpoint_that_fails(
            String failing, String pausedUntil, @Nullable AlertType last, boolean told, String due) {
        Instant now = START.plus(Duration.parse(failing));
        EndpointState state = failing("p", START, START.plus(Duration.parse(pausedUntil)));

        assertThat(name(RULE.due("p", state, last == null ? null : alert(last, START, told), false, now)))
                .isEqualTo(due);
    }

    @ParameterizedTest(name = "last {0} (accepted {1}, unheard {2}, an earlier one: {3}): {4}")
    @CsvSource({
        ",                true,  false, false, NOTHING",
        "FAILING,         true,  false, false, RECOVERED",
        "FAILING,         false, false, false, RECOVERED",
        "FAILING,         false, true,  false, FORGET",
        "SUSPENDED,       false, true,  true,  RECOVERED",
        "SUSPENDED,       true,  false, true,  RECOVERED",
        "RECOVERED,       false, true,  true,  SEND",
        "RECOVERED,       true,  false, true,  FORGET",
    })
    void of_an_endpoint_that_accepts_again_or_to_which_nothing_goes_any_more(
            @Nullable AlertType last, boolean told, boolean unheard, boolean earlier, String due) {
        WebhookAlert alert = last == null ? null : alert(last, START, told);
        if (alert != null) {
            alert.setEarlier(earlier);
        }
        assertThat(name(RULE.due("p", healthy("p", START.plusSeconds(9)), alert, unheard, START.plusSeconds(10))))
                .isEqualTo(due);
        assertThat(name(RULE.due("p", null, alert, unheard, START.plusSeconds(10))))
                .isEqualTo(due);
    }

    @ParameterizedTest
    @CsvSource({
        ",                true,  SUSPENDED",
        "FAILING,         true,  SUSPENDED",
        "SUSPENSION_NEAR, false, SUSPENDED",
        "SUSPENDED,       false, SEND",
        "SUSPENDED,       true,  NOTHING",
        "RECOVERED,       false, SEND",
    })
    void of_an_endpoint_that_is_suspended(@Nullable AlertType last, boolean told, String due) {
        WebhookAlert alert = last == null ? null : alert(last, START, told);
        assertThat(name(RULE.due("p", suspended("p", START, START), alert, false, START.plusSeconds(1))))
                .isEqualTo(due);
    }

    @Test
    void two_instances_that_note_the_same_failure_a_moment_apart_make_one_outage() {
        Instant noted = START.plusSeconds(2);
        Instant now = noted.plus(Duration.ofDays(4));

        assertThat(name(RULE.due(
                        "p", suspended("p", noted, noted), alert(AlertType.SUSPENDED, START, true), false, now)))
                .isEqualTo("NOTHING");
        Due graver = RULE.due(
                "p", failing("p", noted, now.plusSeconds(1)), alert(AlertType.FAILING, START, true), false, now);
        assertThat(((Due.Tell) graver).alert().getOutage()).isEqualTo(START.toEpochMilli());
    }

    @Test
    void an_outage_after_a_recovery_that_nobody_saw_is_told_anew() {
        Instant again = START.plus(Duration.ofHours(1));
        WebhookAlert last = alert(AlertType.FAILING, START, true);

        Instant briefly = again.plus(Duration.ofMinutes(1));
        assertThat(name(RULE.due("p", failing("p", again, briefly.plusSeconds(9)), last, false, briefly)))
                .isEqualTo("NOTHING");
        Instant later = again.plus(Duration.ofMinutes(15));
        Due due = RULE.due("p", failing("p", again, later.plusSeconds(9)), last, false, later);
        assertThat(name(due)).isEqualTo("FAILING");
        WebhookAlert told = ((Due.Tell) due).alert();
        assertThat(told.getOutage()).isEqualTo(again.toEpochMilli());
        assertThat(told.getEarlier()).isTrue();
        assertThat(told.getWebhookId()).isNotEqualTo(last.getWebhookId());
    }

    @Test
    void a_webhook_that_an_operator_holds_is_suspended_and_what_it_does_afterwards_is_told_anew() {
        Instant heldAt = START.plus(Duration.ofHours(2));
        WebhookAlert failing = alert(AlertType.FAILING, START, true);

        Due due = RULE.due("p", suspended("p", START, START).onHold(WebhookHold.OPERATOR), failing, false, heldAt);
        assertThat(name(due)).isEqualTo("SUSPENDED");
        WebhookAlert held = ((Due.Tell) due).alert();
        assertThat(held.getOutage()).isEqualTo(heldAt.toEpochMilli());
        assertThat(held.getHeld()).isTrue();
        assertThat(json(held).at("/data/reason").asText()).isEqualTo("held by an operator");
        assertThat(json(held).at("/data/failingSince").isMissingNode()).isTrue();

        held.setTold(true);
        Instant released = heldAt.plusSeconds(60);
        assertThat(name(RULE.due(
                        "p", suspended("p", START, START).onHold(WebhookHold.OPERATOR), held, false, released)))
                .isEqualTo("NOTHING");
        assertThat(name(RULE.due("p", healthy("p", released), held, false, released)))
                .isEqualTo("RECOVERED");
        assertThat(name(RULE.due("p", suspended("p", START, START), held, false, released)))
                .isEqualTo("SUSPENDED");
        Instant first = released.minusSeconds(1);
        assertThat(name(RULE.due("p", failing("p", first, released.plusSeconds(1)), held, false, released)))
                .isEqualTo("NOTHING");
    }

    @Test
    void zero_minutes_tell_the_first_failure() {
        AlertRule atOnce = new AlertRule(new AlertThresholds(Duration.ZERO, Duration.ofHours(1)));
        assertThat(name(atOnce.due("p", failing("p", START, START.plusSeconds(1)), null, false, START)))
                .isEqualTo("FAILING");
    }

    @Test
    void an_alert_says_in_the_partners_own_words_how_its_endpoint_stands() {
        Instant now = START.plus(Duration.ofMinutes(15));
        EndpointState state = failing("p", START, now.plusSeconds(30));
        JsonNode failing = json(((Due.Tell) RULE.due("p", state, null, false, now)).alert());
        assertThat(failing.toString()).isEqualTo("""
                        {"type":"endpoint.failing","timestamp":"2026-01-01T00:15:00.000Z","data":{"partnerId":"p",\
                        "state":"backing-off","since":"2026-01-01T00:00:00.000Z","failingSince":"2026-01-01T00:00:00.000Z",\
                        "reason":"failed (status 500)","backingOffUntil":"2026-01-01T00:15:30.000Z",\
                        "suspendsAt":"2026-01-06T00:00:00.000Z","lastSuccess":"2025-12-31T23:59:00.000Z"}}\
                        """);

        WebhookAlert last = alert(AlertType.FAILING, START, true);
        JsonNode gone = json(((Due.Tell) RULE.due("p", null, last, false, now)).alert());
        assertThat(gone.path("type").asText()).isEqualTo("endpoint.recovered");
        assertThat(gone.at("/data/state").asText()).isEqualTo("disabled");
    }

    @Test
    void every_instance_makes_the_same_id_of_the_same_alert() {
        Instant one = START.plus(Duration.ofMinutes(16));
        Instant other = START.plus(Duration.ofMinutes(17));
        Due first = RULE.due("p", failing("p", START, one.plusSeconds(1)), null, false, one);
        Due second = RULE.due("p", failing("p", START, other.plusSeconds(1)), null, false, other);
        assertThat(((Due.Tell) first).alert().getWebhookId())
                .isEqualTo(((Due.Tell) second).alert().getWebhookId());
    }

    @Test
    void a_long_reason_is_cut() {
        EndpointState state = EndpointStates.suspended("p", START, START);
        state.health().setSuspension("x".repeat(9_000));
        WebhookAlert alert = ((Due.Tell) RULE.due("p", state, null, false, START)).alert();
        assertThat(json(alert).at("/data/reason").asText()).hasSize(500);
    }

    private static JsonNode json(WebhookAlert alert) {
        try {
            return JSON.readTree(alert.getBody());
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(alert.getBody(), e);
        }
    }

    private static String name(Due due) {
        return due instanceof Due.Tell tell
                ? tell.alert().getType().name()
                : due.getClass().getSimpleName().toUpperCase(Locale.ROOT);
    }

    private static WebhookAlert alert(AlertType type, Instant outage, boolean told) {
        return WebhookAlert.newBuilder()
                .setPartnerId("p")
                .setType(type)
                .setOutage(outage.toEpochMilli())
                .setCreatedAt(outage.toEpochMilli())
                .setWebhookId("msg_1")
                .setBody("{}")
                .setTold(told)
                .build();
    }
}
