package dev.partnercatalog.webhook.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.AlertType;
import dev.partnercatalog.runtime.configuration.WebhookHold;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.EndpointState;
import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.message.Message;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each alert reaches the operator once, whatever stops and fails in between. */
class EndpointAlertsTest {

    private static final Outcome ACCEPTED = Outcome.answered(204, null);
    private static final Outcome FAILED = Outcome.answered(503, null);
    private static final Outcome UNREACHED = Outcome.unsent("can't be reached");

    private final AlertsInMemory topic = new AlertsInMemory();
    private final Map<String, EndpointState> states = new HashMap<>();
    private final List<String> received = new ArrayList<>();
    private final List<String> attempts = new ArrayList<>();
    private final Map<String, String> bodies = new HashMap<>();
    private final List<Integer> pending = new ArrayList<>();
    private final List<String> counted = new ArrayList<>();
    private final AlertReport report = new AlertReport() {
        @Override
        public void attempted(AlertType type, boolean accepted) {
            counted.add(type + (accepted ? " accepted" : " failed"));
        }

        @Override
        public void pending(int alerts) {
            pending.add(alerts);
        }
    };
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private Outcome answer = ACCEPTED;
    private Runnable onPost = () -> {};
    private final Map<String, Outcome> answers = new HashMap<>();
    private EndpointAlerts alerts = started();

    @Test
    void an_outage_is_told_step_by_step_and_each_step_once() {
        fails("p");
        look(100);
        assertThat(received).isEmpty();
        pass(Duration.ofMinutes(15));
        look(100);
        pass(Duration.ofDays(4));
        look(100);
        gone("p");
        look(100);
        accepts("p");
        look(100);

        assertThat(received)
                .containsExactly(
                        "p endpoint.failing",
                        "p endpoint.suspension_near",
                        "p endpoint.suspended",
                        "p endpoint.recovered");
        assertThat(attempts).hasSize(4);
        assertThat(topic.partnerIds()).isEmpty();
        assertThat(counted).hasSize(4).allMatch(attempt -> attempt.endsWith(" accepted"));
        assertThat(pending.get(pending.size() - 1)).isZero();
    }

    @Test
    void a_blip_tells_nothing() {
        fails("p");
        pass(Duration.ofMinutes(14));
        look(10);
        accepts("p");
        pass(Duration.ofHours(1));
        look(10);

        assertThat(attempts).isEmpty();
        assertThat(topic.partnerIds()).isEmpty();
    }

    @Test
    void what_was_told_is_not_told_again_after_a_restart_or_by_another_instance() {
        gone("p");
        look(3);
        alerts = started();
        look(3);
        assertThat(attempts).containsExactly("p endpoint.suspended");

        accepts("p");
        alerts = started();
        look(3);
        alerts = started();
        look(3);
        assertThat(attempts).containsExactly("p endpoint.suspended", "p endpoint.recovered");
    }

    @Test
    void a_crash_after_the_operator_has_it_repeats_the_very_same_message() {
        onPost = topic::takeDown;
        gone("p");
        look(1);
        assertThat(received).hasSize(1);
        onPost = () -> {};
        topic.lose();
        topic.bringUp();
        pass(Duration.ofMinutes(1));

        alerts = started();
        look(3);

        assertThat(attempts).containsExactly("p endpoint.suspended", "p endpoint.suspended");
        assertThat(bodies).as("one id, and one body").hasSize(1);
        assertThat(received).containsExactly("p endpoint.suspended");
    }

    @Test
    void nothing_is_sent_that_is_not_written_down() {
        topic.takeDown();
        gone("p");
        look(5);
        assertThat(attempts).isEmpty();
        topic.bringUp();
        look(1);
        assertThat(received).containsExactly("p endpoint.suspended");
    }

    @Test
    void an_alert_in_doubt_is_followed_by_its_end_after_a_restart() {
        answer = Outcome.unanswered("no answer: timed out");
        gone("p");
        look(2);
        accepts("p");

        answer = ACCEPTED;
        alerts = started();
        look(3);

        assertThat(received).containsExactly("p endpoint.recovered");
    }

    @Test
    void an_alert_that_reached_nobody_is_cancelled_by_the_recovery() {
        answer = UNREACHED;
        gone("p");
        look(3);
        assertThat(attempts).isNotEmpty();
        accepts("p");
        answer = ACCEPTED;
        pass(Backoff.MAX);
        look(3);

        assertThat(received).isEmpty();
        assertThat(topic.partnerIds()).isEmpty();
    }

    @Test
    void a_graver_alert_takes_the_place_of_one_that_was_not_told_yet() {
        answer = FAILED;
        fails("p");
        pass(Duration.ofMinutes(15));
        look(2);
        gone("p");
        look(2);
        answer = ACCEPTED;
        pass(Backoff.MAX);
        look(3);

        assertThat(received).containsExactly("p endpoint.suspended");
    }

    @Test
    void after_a_failed_attempt_comes_a_growing_pause_and_the_end_of_an_outage_stays_in_order() {
        answer = FAILED;
        gone("p");
        look(50);
        assertThat(attempts).hasSize(1);
        List<Duration> pauses = new ArrayList<>();
        for (int attempt = 2; attempt <= 12; attempt++) {
            Instant before = now;
            while (attempts.size() < attempt) {
                pass(Duration.ofMillis(500));
                look(1);
            }
            pauses.add(Duration.between(before, now));
        }
        assertThat(pauses.get(0)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(2));
        assertThat(pauses.get(10))
                .isBetween(Duration.ofMinutes(7), Duration.ofMinutes(10).plusSeconds(1));

        accepts("p");
        answer = ACCEPTED;
        pass(Backoff.MAX);
        look(3);
        assertThat(received).containsExactly("p endpoint.recovered");
    }

    @Test
    void one_alert_that_is_refused_holds_up_no_other_for_long() {
        for (int i = 0; i < 5; i++) {
            gone("p" + i);
        }
        answers("p0", FAILED);
        look(1);
        for (int i = 0; i < 10; i++) {
            pass(Duration.ofSeconds(10));
            look(1);
        }

        assertThat(received)
                .containsExactlyInAnyOrder(
                        "p1 endpoint.suspended",
                        "p2 endpoint.suspended",
                        "p3 endpoint.suspended",
                        "p4 endpoint.suspended");
        answers("p0", ACCEPTED);
        pass(Backoff.MAX);
        look(1);
        assertThat(received).hasSize(5).contains("p0 endpoint.suspended");
    }

    @Test
    void at_most_one_alert_about_each_partner_waits() {
        answer = FAILED;
        for (int i = 0; i < 300; i++) {
            fails("p" + i);
        }
        pass(Duration.ofMinutes(15));
        look(2);
        pass(Duration.ofDays(4));
        look(2);
        assertThat(topic.partnerIds()).hasSize(300);
        assertThat(pending.get(pending.size() - 1)).isEqualTo(300);

        answer = ACCEPTED;
        pass(Backoff.MAX);
        look(1);
        assertThat(received).hasSize(300).allMatch(alert -> alert.endsWith(" endpoint.suspension_near"));
    }

    @Test
    void of_two_instances_the_one_that_owns_a_partner_tells_and_its_successor_goes_on() {
        EndpointAlerts other = started();
        Set<String> oneOwns = new HashSet<>(Set.of("p", "q"));
        gone("p");
        gone("q");
        look(oneOwns, alerts);
        look(oneOwns, alerts);
        look(Set.of(), other);
        oneOwns.remove("q");
        look(oneOwns, alerts);
        look(Set.of("q"), other);
        accepts("p");
        accepts("q");
        for (int i = 0; i < 3; i++) {
            look(oneOwns, alerts);
            look(Set.of("q"), other);
        }

        assertThat(attempts)
                .containsExactlyInAnyOrder(
                        "p endpoint.suspended", "q endpoint.suspended", "p endpoint.recovered", "q endpoint.recovered");
    }

    @Test
    void a_partner_that_is_disabled_or_deleted_ends_its_outage() {
        gone("p");
        look(2);
        states.remove("p");
        look(3);

        assertThat(received).containsExactly("p endpoint.suspended", "p endpoint.recovered");
        assertThat(topic.partnerIds()).isEmpty();
    }

    @Test
    void a_partner_without_a_client_has_no_problem_with_its_endpoint() {
        states.put("p", failing("p", now).onHold(WebhookHold.NO_CLIENT));
        pass(Duration.ofDays(6));
        look(3);

        assertThat(attempts).isEmpty();
    }

    private void answers(String partnerId, Outcome outcome) {
        answers.put(partnerId, outcome);
    }

    private Outcome post(Message message) {
        String body = new String(message.body(), StandardCharsets.UTF_8);
        Matcher found = Pattern.compile("\"type\":\"([^\"]+)\".*\"partnerId\":\"([^\"]+)\"")
                .matcher(body);
        assertThat(found.find()).isTrue();
        String alert = found.group(2) + " " + found.group(1);
        attempts.add(alert);
        onPost.run();
        Outcome outcome = answers.getOrDefault(found.group(2), answer);
        String before = bodies.put(message.id(), body);
        if (outcome.result() == Outcome.Result.ACCEPTED) {
            if (!received.contains(alert)) {
                received.add(alert);
            } else {
                assertThat(body).isEqualTo(before);
            }
        }
        return outcome;
    }

    private EndpointAlerts started() {
        InstantSource clock = () -> now;
        return new EndpointAlerts(
                AlertThresholds.DEFAULT, topic, this::post, new Backoff(new Random(1)), report, clock);
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            alerts.look(partnerId -> true, states.values());
        }
    }

    private void look(Set<String> owned, EndpointAlerts by) {
        by.look(owned::contains, states.values());
    }

    /** Lets time pass during which each failing endpoint keeps failing. */
    private void pass(Duration time) {
        now = now.plus(time);
        states.replaceAll((partnerId, state) -> {
            Instant since = state.failingSince();
            return state.status() == Status.BACKING_OFF && since != null ? failing(partnerId, since) : state;
        });
    }

    private void fails(String partnerId) {
        states.put(partnerId, failing(partnerId, now));
    }

    private EndpointState failing(String partnerId, Instant since) {
        return new EndpointState(
                partnerId,
                Status.BACKING_OFF,
                3,
                since,
                now.plusSeconds(60),
                null,
                "failed (status 500)",
                0,
                null,
                since,
                now.plusSeconds(60),
                since.plus(Duration.ofDays(5)));
    }

    private void gone(String partnerId) {
        EndpointState before = states.get(partnerId);
        Instant since = before == null || before.failingSince() == null ? now : before.failingSince();
        states.put(
                partnerId,
                new EndpointState(
                        partnerId,
                        Status.SUSPENDED,
                        1,
                        since,
                        null,
                        null,
                        "gone (status 410)",
                        0,
                        null,
                        now,
                        null,
                        null));
    }

    private void accepts(String partnerId) {
        states.put(
                partnerId,
                new EndpointState(partnerId, Status.HEALTHY, 0, null, null, now, null, 0, null, now, null, null));
    }
}
