package dev.partnercatalog.webhook.alert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.AlertType;
import dev.partnercatalog.runtime.configuration.WebhookHold;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each alert reaches the operator once, whatever stops and fails in between. */
class EndpointAlertsTest {

    private static final Outcome ACCEPTED = Outcome.answered(204, null);
    private static final Outcome FAILED = Outcome.answered(503, null);

    private final AlertsInMemory topic = new AlertsInMemory();
    private final EndpointStates states = new EndpointStates();
    private final OperatorDouble operator = new OperatorDouble();
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
    private EndpointAlerts alerts = started();

    @Test
    void an_outage_is_told_step_by_step_and_each_step_once() {
        states.fails("p");
        look(100);
        assertThat(operator.received).isEmpty();
        states.pass(Duration.ofMinutes(15));
        look(100);
        states.pass(Duration.ofDays(4));
        look(100);
        states.gone("p");
        look(100);
        states.accepts("p");
        look(100);

        assertThat(operator.received)
                .containsExactly(
                        "p endpoint.failing",
                        "p endpoint.suspension_near",
                        "p endpoint.suspended",
                        "p endpoint.recovered");
        assertThat(operator.attempts).hasSize(4);
        assertThat(topic.partnerIds()).isEmpty();
        assertThat(counted).hasSize(4).allMatch(attempt -> attempt.endsWith(" accepted"));
        assertThat(pending.get(pending.size() - 1)).isZero();
    }

    @Test
    void a_blip_tells_nothing() {
        states.fails("p");
        states.pass(Duration.ofMinutes(14));
        look(10);
        states.accepts("p");
        states.pass(Duration.ofHours(1));
        look(10);

        assertThat(operator.attempts).isEmpty();
        assertThat(topic.partnerIds()).isEmpty();
    }

    @Test
    void what_was_told_is_not_told_again_after_a_restart_or_by_another_instance() {
        states.gone("p");
        look(3);
        alerts = started();
        look(3);
        assertThat(operator.attempts).containsExactly("p endpoint.suspended");

        states.accepts("p");
        alerts = started();
        look(3);
        alerts = started();
        look(3);
        assertThat(operator.attempts).containsExactly("p endpoint.suspended", "p endpoint.recovered");
    }

    @Test
    void a_crash_after_the_operator_has_it_repeats_the_very_same_message() {
        operator.onPost = topic::takeDown;
        states.gone("p");
        look(1);
        assertThat(operator.received).hasSize(1);
        operator.onPost = () -> {};
        topic.lose();
        topic.bringUp();
        states.pass(Duration.ofMinutes(1));

        alerts = started();
        look(3);

        assertThat(operator.attempts).containsExactly("p endpoint.suspended", "p endpoint.suspended");
        assertThat(operator.bodies).as("one id, and one body").hasSize(1);
        assertThat(operator.received).containsExactly("p endpoint.suspended");
    }

    @Test
    void nothing_is_sent_that_is_not_written_down() {
        topic.takeDown();
        states.gone("p");
        look(5);
        assertThat(operator.attempts).isEmpty();
        topic.bringUp();
        look(1);
        assertThat(operator.received).containsExactly("p endpoint.suspended");
    }

    @Test
    void an_alert_in_doubt_is_followed_by_its_end_after_a_restart() {
        operator.answer = Outcome.unanswered("no answer: timed out");
        states.gone("p");
        look(2);
        states.accepts("p");

        operator.answer = ACCEPTED;
        alerts = started();
        look(3);

        assertThat(operator.received).containsExactly("p endpoint.recovered");
    }

    @Test
    void an_alert_that_reached_nobody_is_cancelled_by_the_recovery() {
        operator.answer = Outcome.unsent("can't be reached");
        states.gone("p");
        look(3);
        assertThat(operator.attempts).isNotEmpty();
        states.accepts("p");
        operator.answer = ACCEPTED;
        states.pass(Backoff.MAX);
        look(3);

        assertThat(operator.received).isEmpty();
        assertThat(topic.partnerIds()).isEmpty();
    }

    @Test
    void a_graver_alert_takes_the_place_of_one_that_was_not_told_yet() {
        operator.answer = FAILED;
        states.fails("p");
        states.pass(Duration.ofMinutes(15));
        look(2);
        states.gone("p");
        look(2);
        operator.answer = ACCEPTED;
        states.pass(Backoff.MAX);
        look(3);

        assertThat(operator.received).containsExactly("p endpoint.suspended");
    }

    @Test
    void after_a_failed_attempt_comes_a_growing_pause_and_the_end_of_an_outage_stays_in_order() {
        operator.answer = FAILED;
        states.gone("p");
        look(50);
        assertThat(operator.attempts).hasSize(1);
        List<Duration> pauses = new ArrayList<>();
        for (int attempt = 2; attempt <= 12; attempt++) {
            Instant before = states.now();
            while (operator.attempts.size() < attempt) {
                states.pass(Duration.ofMillis(500));
                look(1);
            }
            pauses.add(Duration.between(before, states.now()));
        }
        assertThat(pauses.get(0)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(2));
        assertThat(pauses.get(10))
                .isBetween(Duration.ofMinutes(7), Duration.ofMinutes(10).plusSeconds(1));

        states.accepts("p");
        operator.answer = ACCEPTED;
        states.pass(Backoff.MAX);
        look(3);
        assertThat(operator.received).containsExactly("p endpoint.recovered");
    }

    @Test
    void one_alert_that_is_refused_holds_up_no_other_for_long() {
        for (int i = 0; i < 5; i++) {
            states.gone("p" + i);
        }
        operator.answers.put("p0", FAILED);
        look(1);
        for (int i = 0; i < 10; i++) {
            states.pass(Duration.ofSeconds(10));
            look(1);
        }

        assertThat(operator.received)
                .containsExactlyInAnyOrder(
                        "p1 endpoint.suspended",
                        "p2 endpoint.suspended",
                        "p3 endpoint.suspended",
                        "p4 endpoint.suspended");
        operator.answers.put("p0", ACCEPTED);
        states.pass(Backoff.MAX);
        look(1);
        assertThat(operator.received).hasSize(5).contains("p0 endpoint.suspended");
    }

    @Test
    void at_most_one_alert_about_each_partner_waits() {
        operator.answer = FAILED;
        for (int i = 0; i < 300; i++) {
            states.fails("p" + i);
        }
        states.pass(Duration.ofMinutes(15));
        look(2);
        states.pass(Duration.ofDays(4));
        look(2);
        assertThat(topic.partnerIds()).hasSize(300);
        assertThat(pending.get(pending.size() - 1)).isEqualTo(300);

        operator.answer = ACCEPTED;
        states.pass(Backoff.MAX);
        look(1);
        assertThat(operator.received).hasSize(300).allMatch(alert -> alert.endsWith(" endpoint.suspension_near"));
    }

    @Test
    void of_two_instances_the_one_that_owns_a_partner_tells_and_its_successor_goes_on() {
        EndpointAlerts other = started();
        Set<String> oneOwns = new HashSet<>(Set.of("p", "q"));
        states.gone("p");
        states.gone("q");
        look(oneOwns, alerts);
        look(oneOwns, alerts);
        look(Set.of(), other);
        oneOwns.remove("q");
        look(oneOwns, alerts);
        look(Set.of("q"), other);
        states.accepts("p");
        states.accepts("q");
        for (int i = 0; i < 3; i++) {
            look(oneOwns, alerts);
            look(Set.of("q"), other);
        }

        assertThat(operator.attempts)
                .containsExactlyInAnyOrder(
                        "p endpoint.suspended", "q endpoint.suspended", "p endpoint.recovered", "q endpoint.recovered");
    }

    @Test
    void a_partner_that_is_disabled_or_deleted_ends_its_outage() {
        states.gone("p");
        look(2);
        states.remove("p");
        look(3);

        assertThat(operator.received).containsExactly("p endpoint.suspended", "p endpoint.recovered");
        assertThat(topic.partnerIds()).isEmpty();
    }

    @Test
    void a_partner_without_a_client_has_no_problem_with_its_endpoint() {
        states.failsOnHold("p", WebhookHold.NO_CLIENT);
        states.pass(Duration.ofDays(6));
        look(3);

        assertThat(operator.attempts).isEmpty();
    }

    private EndpointAlerts started() {
        return new EndpointAlerts(
                AlertThresholds.DEFAULT, topic, operator::post, new Backoff(new Random(1)), report, states::now);
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            alerts.look(partnerId -> true, states.all());
        }
    }

    private void look(Set<String> owned, EndpointAlerts by) {
        by.look(owned::contains, states.all());
    }
}
