package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.Tries.ACCEPTED;
import static dev.partnercatalog.webhook.delivery.Tries.FAILED;
import static dev.partnercatalog.webhook.delivery.Tries.ONE;
import static dev.partnercatalog.webhook.delivery.Tries.REFUSED;
import static dev.partnercatalog.webhook.delivery.Tries.TWO;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.webhook.delivery.Tries.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What failures, refusals and successes do to an endpoint. */
@DisplayName("D26: which endpoint may be tried when")
class EndpointInUseTest {

    private final Tries tries = new Tries(16, ONE, TWO);
    private final ManualClock clock = tries.clock;

    @Test
    void after_a_failure_it_is_left_alone_and_then_tried_once_at_a_time() {
        tries.prove(ONE);
        tries.attempt(ONE, FAILED);

        assertThat(tries.begin(ONE)).isNull();
        clock.pass(Duration.ofMillis(999));
        assertThat(tries.begin(ONE)).isNull();
        clock.pass(Duration.ofMillis(300));
        assertThat(tries.beginAll(ONE, Lane.MAIN)).hasSize(1);
    }

    @Test
    void pauses_grow_with_each_failure_and_end_with_a_success() {
        long previous = 0;
        for (int i = 0; i < 9; i++) {
            tries.attempt(ONE, FAILED);
            long pause = pause(ONE);
            assertThat(pause).isGreaterThan(previous);
            previous = pause;
            clock.pass(Duration.ofMillis(pause));
        }
        tries.attempt(ONE, ACCEPTED);
        tries.attempt(ONE, FAILED);

        assertThat(pause(ONE)).isLessThan(1_300);
    }

    @Test
    void attempts_that_fail_together_count_as_one_failure() {
        tries.prove(ONE);
        Instant started = clock.instant();
        List<Endpoints.AttemptSlot> together = tries.beginAll(ONE, Lane.MAIN);
        clock.pass(Duration.ofSeconds(15));
        together.forEach(slot -> tries.end(slot, started, FAILED));

        assertThat(tries.state(ONE).health().getFailures()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 409})
    void what_the_endpoint_asks_for_is_honoured(int status) {
        tries.attempt(ONE, Outcome.answered(status, Duration.ofSeconds(90)));
        clock.pass(Duration.ofSeconds(89));
        assertThat(tries.begin(ONE)).isNull();
        assertThat(tries.begin(ONE, Lane.PROBE)).isNull();
        clock.pass(Duration.ofSeconds(2)); // it is the probes' turn first
        assertThat(tries.begin(ONE)).isNotNull();
    }

    @Test
    void one_success_in_five_days_keeps_it_going() {
        for (int i = 0; i < 10 * 24 * 6; i++) {
            if (i % 700 == 699) {
                tries.attempt(ONE, ACCEPTED);
            } else {
                tries.attempt(ONE, FAILED);
            }
            clock.pass(Duration.ofMinutes(10));
        }

        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.BACKING_OFF);
    }

    @Test
    void a_refused_message_does_not_slow_its_endpoint_down() {
        tries.prove(ONE);
        tries.attempt(ONE, REFUSED, 14);
        tries.attempt(ONE, ACCEPTED);
        tries.attempt(ONE, REFUSED, 14);

        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
        assertThat(tries.beginAll(ONE, Lane.MAIN)).hasSize(4);
    }

    @Test
    void an_endpoint_that_refuses_everything_is_taken_to_be_at_fault() {
        tries.attempt(ONE, REFUSED, 21);

        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.BACKING_OFF);
        assertThat(tries.begin(ONE)).isNull();
    }

    @Test
    void parts_that_are_refused_make_nothing_else_wait_and_after_some_their_records_go_one_by_one() {
        refuseParts(20);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);

        Endpoints.AttemptSlot slot = requireNonNull(tries.begin(ONE, Lane.PROBE));
        assertThat(tries.end(slot, REFUSED).result()).isEqualTo(Outcome.Result.REFUSED_AGAIN);
        assertThat(tries.begin(ONE, Lane.PROBE)).isNull();
        tries.attempt(ONE, ACCEPTED);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
    }

    @Test
    void an_endpoint_that_only_refuses_single_records_for_a_day_is_taken_to_be_at_fault_but_gets_what_changes() {
        tries.prove(ONE);
        for (int i = 0; i < 24; i++) {
            tries.probeAlone(ONE, REFUSED);
            assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
            clock.pass(Duration.ofHours(1));
        }

        tries.probeAlone(ONE, REFUSED);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.BACKING_OFF);
        tries.attempt(ONE, ACCEPTED);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
    }

    @Test
    @DisplayName("D37: messages that fail as soon as they may be tried take turns with those that are suspected")
    void suspects_take_turns_with_what_fails_at_once() {
        tries.prove(ONE);
        tries.attempt(ONE, FAILED);
        for (int pause = 0; pause < 6; pause++) {
            Endpoints.AttemptSlot suspect = null;
            while (suspect == null) {
                clock.pass(Duration.ofMillis(100));
                assertThat(tries.begin(ONE)).isNull();
                suspect = tries.begin(ONE, Lane.PROBE);
            }
            tries.end(suspect, FAILED);
            Endpoints.AttemptSlot live = null;
            while (live == null) {
                clock.pass(Duration.ofMillis(100));
                live = tries.begin(ONE);
            }
            tries.end(live, FAILED);
        }
        assertThat(tries.state(ONE).health().getFailures()).isEqualTo(7);
    }

    @Test
    @DisplayName("D37: if everything is refused, both lanes take turns")
    void everything_that_is_refused_takes_turns() {
        tries.prove(ONE);
        tries.attempt(ONE, REFUSED, 21);
        List<Lane> tried = new ArrayList<>();
        while (tried.size() < 60) {
            clock.pass(Duration.ofMillis(100));
            for (Lane lane : Lane.values()) {
                Endpoints.AttemptSlot slot = tries.begin(ONE, lane);
                if (slot != null) {
                    tries.end(slot, REFUSED);
                    tried.add(lane);
                }
            }
        }
        assertThat(tried.subList(40, 60)).filteredOn(Lane.MAIN::equals).hasSizeBetween(8, 12);
    }

    @Test
    void a_refusal_that_was_in_flight_lifts_no_suspension() {
        refuseParts(20);
        Endpoints.AttemptSlot suspect = requireNonNull(tries.begin(ONE, Lane.PROBE));
        tries.attempt(ONE, Outcome.answered(410, null));
        tries.end(suspect, REFUSED);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
    }

    @Test
    void no_other_failure_ends_or_opens_a_pause_that_the_endpoint_asked_for() {
        Outcome later = Outcome.answered(503, Duration.ofSeconds(500));
        tries.prove(ONE);
        Endpoints.AttemptSlot alone = requireNonNull(tries.begin(ONE, Lane.PROBE));
        tries.attempt(ONE, later);
        tries.endAlone(alone, FAILED);
        assertLeftAlone();
    }

    @Test
    void of_attempts_that_fail_together_the_longest_wait_that_one_asks_for_counts() {
        tries.prove(ONE);
        Instant started = clock.instant();
        Endpoints.AttemptSlot first = requireNonNull(tries.begin(ONE));
        Endpoints.AttemptSlot second = requireNonNull(tries.begin(ONE));
        clock.pass(Duration.ofMillis(10));
        tries.end(first, started, FAILED);
        tries.end(second, started, Outcome.answered(503, Duration.ofSeconds(500)));
        assertThat(tries.state(ONE).health().getFailures()).isEqualTo(1);
        assertThat(pause(ONE)).isGreaterThan(490_000);
    }

    @Test
    void a_record_that_was_refused_before_says_nothing_new_and_is_tried_one_at_a_time() {
        tries.prove(ONE);
        for (int i = 0; i < 100; i++) {
            List<Endpoints.AttemptSlot> taken = tries.beginAll(ONE, Lane.PROBE);
            assertThat(taken).hasSize(1);
            tries.endAlone(taken.get(0), REFUSED);
        }

        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
    }

    @Test
    void a_part_that_is_refused_after_many_gets_the_endpoint_the_time_that_it_asks_for_too() {
        refuseParts(20);
        Endpoints.AttemptSlot live = requireNonNull(tries.begin(ONE));
        Outcome outcome = tries.probe(ONE, Outcome.answered(409, Duration.ofSeconds(500)));
        assertThat(outcome.result()).isEqualTo(Outcome.Result.REFUSED_AGAIN);
        clock.pass(Duration.ofSeconds(1));
        tries.end(live, FAILED);
        assertThat(tries.begin(ONE)).isNull();
        assertThat(tries.begin(ONE, Lane.PROBE)).isNull();
        assertThat(pause(ONE)).isGreaterThan(490_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {409, 503})
    void an_endpoint_that_accepts_nothing_else_gets_the_time_that_it_asks_for_with_an_isolated_record(int status) {
        tries.prove(ONE);
        tries.attempt(ONE, FAILED);
        clock.pass(Duration.ofSeconds(10));
        tries.probeAlone(ONE, Outcome.answered(status, Duration.ofSeconds(500)));
        clock.pass(Duration.ofSeconds(499));
        assertThat(tries.begin(ONE)).isNull();
        clock.pass(Duration.ofSeconds(3));
        assertThat(tries.begin(ONE)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503})
    @DisplayName("D37: a message that fails again is told to wait alone if others were accepted, unless by a 503")
    void a_message_that_fails_again_and_is_told_to_wait_waits_alone_if_others_were_accepted_since(int status) {
        Outcome asks = Outcome.answered(status, Duration.ofSeconds(60));
        tries.failedSince = clock.instant();
        tries.attempt(ONE, asks);
        assertThat(tries.begin(ONE)).as("nothing was accepted since it failed").isNull();
        clock.pass(Backoff.MAX);
        tries.attempt(ONE, ACCEPTED);

        tries.attempt(ONE, asks);

        clock.pass(Duration.ofSeconds(59));
        assertThat(tries.begin(ONE) != null).isEqualTo(status != 503);
    }

    @ParameterizedTest
    @ValueSource(ints = {409, 503})
    @DisplayName("D37: an isolated record makes no other wait while others are accepted, however long it has to")
    void an_isolated_record_that_is_told_to_wait_waits_alone_while_others_are_accepted(int status) {
        tries.prove(ONE);
        tries.probeAlone(ONE, Outcome.answered(status, Duration.ofSeconds(500)));
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
        tries.attempt(ONE, ACCEPTED);
    }

    @Test
    void what_was_in_flight_when_it_failed_and_is_told_to_wait_makes_an_endpoint_wait_that_has_accepted_meanwhile() {
        tries.prove(ONE);
        Instant started = clock.instant();
        List<Endpoints.AttemptSlot> together = tries.beginAll(ONE, Lane.MAIN);
        clock.pass(Duration.ofMillis(10));
        tries.end(together.get(0), started, FAILED);
        tries.end(together.get(1), started, ACCEPTED);
        tries.end(together.get(2), started, Outcome.answered(429, Duration.ofSeconds(500)));
        assertLeftAlone();
    }

    @Test
    void what_is_accepted_though_it_was_sent_before_the_endpoint_asked_for_time_ends_no_pause() {
        tries.prove(ONE);
        Instant started = clock.instant();
        List<Endpoints.AttemptSlot> together = tries.beginAll(ONE, Lane.MAIN);
        clock.pass(Duration.ofMillis(10));
        tries.end(together.get(0), started, Outcome.answered(429, Duration.ofSeconds(500)));
        together.subList(1, 4).forEach(slot -> tries.end(slot, started, ACCEPTED));
        clock.pass(Duration.ofSeconds(499));
        assertThat(tries.begin(ONE)).isNull();
        clock.pass(Duration.ofSeconds(1));
        assertThat(tries.beginAll(ONE, Lane.MAIN)).hasSize(1);
    }

    @Test
    void an_isolated_record_that_fails_makes_nothing_wait_longer_for_the_end_of_a_pause() {
        tries.prove(ONE);
        for (int i = 0; i < 9; i++) {
            Endpoints.AttemptSlot alone = requireNonNull(tries.begin(ONE, Lane.PROBE));
            tries.attempt(ONE, FAILED);
            Instant retryAt = tries.retryAt(ONE);
            clock.pass(Duration.ofMillis(1));
            tries.endAlone(alone, FAILED);
            assertThat(tries.retryAt(ONE)).isEqualTo(retryAt);
            clock.pass(Backoff.MAX);
        }
    }

    private void refuseParts(int count) {
        tries.prove(ONE);
        for (int i = 0; i < count; i++) {
            tries.probe(ONE, REFUSED);
        }
    }

    /** For nearly as long as it asked. */
    private void assertLeftAlone() {
        assertThat(tries.begin(ONE)).isNull();
        assertThat(pause(ONE)).isGreaterThan(490_000);
    }

    private long pause(Endpoint endpoint) {
        return Duration.between(clock.instant(), tries.retryAt(endpoint)).toMillis();
    }
}
