package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.Tries.ACCEPTED;
import static dev.partnercatalog.webhook.delivery.Tries.FAILED;
import static dev.partnercatalog.webhook.delivery.Tries.ONE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.webhook.delivery.Tries.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whether a failure is the endpoint's or the message's, and who waits because of it (D37). */
class ProbeLaneTest {

    private final Tries tries = new Tries(100, ONE);
    private final ManualClock clock = tries.clock;

    @Test
    @DisplayName("D37: the third failure of a message is taken to be its own, and nobody else waits because of it")
    void a_message_that_fails_a_third_time_makes_nobody_else_wait() {
        failTwice();

        assertThat(tries.probe(ONE, FAILED).result()).isEqualTo(Outcome.Result.SUSPECTED);
        tries.attempt(ONE, ACCEPTED);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
    }

    static Stream<Outcome> failuresThatMayBeOfARecord() {
        return Stream.concat(
                Stream.of(301, 403, 404, 408, 500, 502, 503, 504).map(status -> Outcome.answered(status, null)),
                Stream.of(Outcome.unanswered("no answer: timed out")));
    }

    @ParameterizedTest
    @MethodSource("failuresThatMayBeOfARecord")
    void any_failure_that_may_be_a_record_s_can_be_the_message_s(Outcome outcome) {
        tries.attempt(ONE, ACCEPTED);
        assertThat(tries.probe(ONE, outcome).result()).isEqualTo(Outcome.Result.SUSPECTED);
    }

    @Test
    void an_endpoint_that_has_too_many_requests_or_was_never_reached_is_at_fault_itself() {
        for (Outcome outcome :
                new Outcome[] {Outcome.answered(429, null), Outcome.unsent("can't be reached: refused")}) {
            tries.attempt(ONE, ACCEPTED);
            assertThat(tries.probe(ONE, outcome)).isEqualTo(outcome);
            assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.BACKING_OFF);
            clock.pass(Backoff.MAX);
        }
    }

    @Test
    @DisplayName("D37: what a suspect is told to wait holds nothing else once another was accepted, unless it is a 429")
    void a_suspect_that_is_told_to_wait_holds_up_nothing_that_would_be_accepted() {
        tries.failedSince = clock.instant();
        clock.pass(Duration.ofMillis(1));
        tries.attempt(ONE, ACCEPTED);

        Outcome asks = Outcome.answered(503, Duration.ofSeconds(30));
        assertThat(tries.probe(ONE, asks)).isEqualTo(asks.suspected());
        tries.attempt(ONE, ACCEPTED);
        tries.probe(ONE, Outcome.answered(429, Duration.ofSeconds(30)));
        clock.pass(Duration.ofSeconds(29));
        assertThat(tries.begin(ONE)).isNull();
    }

    @Test
    @DisplayName(
            "D37: an endpoint that has accepted nothing since a suspect first failed gets the time that it asks for")
    void an_endpoint_that_asks_for_time_gets_it_while_it_accepts_nothing() {
        tries.attempt(ONE, ACCEPTED);
        Outcome asks = Outcome.answered(503, Duration.ofSeconds(30));
        assertThat(tries.probe(ONE, asks).result()).isEqualTo(Outcome.Result.SUSPECTED);

        clock.pass(Duration.ofSeconds(29));
        assertThat(tries.begin(ONE)).isNull();
        assertThat(tries.begin(ONE, Lane.PROBE)).isNull();
        clock.pass(Duration.ofSeconds(3));
        assertThat(tries.begin(ONE)).isNotNull();
    }

    @Test
    void other_messages_go_first_after_a_pause_in_which_no_suspect_waited() {
        failTwice();
        clock.pass(Duration.ofMillis(-1_900));

        assertThat(tries.endpoints().tryAcquire(ONE, Lane.MAIN, 0)).isNotNull();
    }

    @Test
    @DisplayName("D37: an endpoint that is down gets at most ten attempts beyond those of its backoff")
    void an_endpoint_that_is_down_is_not_flooded() {
        int today = attemptsInSixHours(new Tries(100, ONE), Lane.MAIN, Lane.MAIN);
        int suspecting = attemptsInSixHours(new Tries(100, ONE), Lane.MAIN, Lane.PROBE);
        int always = attemptsInSixHours(new Tries(100, ONE), Lane.PROBE, Lane.PROBE);

        assertThat(suspecting).isBetween(today - 3, today + 10);
        assertThat(always).isBetween(today - 3, today + 10);
    }

    /** Attempts in one lane whenever possible, otherwise in another. */
    private static int attemptsInSixHours(Tries tries, Lane one, Lane other) {
        int attempts = 0;
        for (int i = 0; i < 6 * 3600 * 2; i++) {
            tries.clock.pass(Duration.ofMillis(500));
            for (Lane lane : new Lane[] {one, other}) {
                Endpoints.AttemptSlot slot = tries.begin(ONE, lane);
                if (slot != null) {
                    attempts++;
                    tries.clock.pass(Duration.ofMillis(1));
                    tries.end(slot, FAILED);
                }
            }
        }
        return attempts;
    }

    @Test
    @DisplayName("D26: five days of nothing but failures suspend the endpoint, even if only one record is tried")
    void an_endpoint_that_accepts_nothing_is_suspended() {
        failTwice();
        Instant began = clock.instant();
        while (tries.state(ONE).status() != EndpointStatus.SUSPENDED) {
            clock.pass(Backoff.MAX.plusSeconds(2));
            tries.probeAlone(ONE, FAILED);
            assertThat(Duration.between(began, clock.instant())).isLessThan(Duration.ofDays(6));
        }

        assertThat(Duration.between(began, clock.instant())).isGreaterThan(Duration.ofDays(4));
    }

    @Test
    @DisplayName("D37: a record that fails alone for days neither suspends nor slows an endpoint that accepts others")
    void a_record_that_fails_alone_says_nothing_about_an_endpoint_that_accepts_others() {
        tries.prove(ONE);
        for (int i = 0; i < 10 * 24 * 6; i++) {
            assertThat(tries.probeAlone(ONE, FAILED).result()).isEqualTo(Outcome.Result.SUSPECTED);
            clock.pass(Duration.ofMinutes(10));
        }

        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
        assertThat(tries.state(ONE).health().getFailures()).isZero();
        assertThat(tries.beginAll(ONE, Lane.MAIN)).hasSize(4);
    }

    @Test
    @DisplayName("D37: a record that fails alone makes others wait neither here nor at other instances")
    void a_record_that_fails_alone_makes_nobody_wait() {
        Tries another = tries.another(clock);
        another.use(ONE);
        failTwice();
        for (int i = 0; i < 12; i++) {
            clock.pass(Backoff.MAX.plusSeconds(2));
            tries.probeAlone(ONE, FAILED);
        }
        clock.pass(Duration.ofMillis(1));
        assertThat(tries.begin(ONE, Lane.PROBE)).isNull();

        another.attempt(ONE, ACCEPTED);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
        assertThat(tries.begin(ONE, Lane.PROBE)).isNotNull();
    }

    @Test
    @DisplayName("D37: an endpoint that hangs on a suspected record keeps no other message waiting")
    void an_attempt_that_hangs_takes_no_other_message_s_place() {
        assertThat(tries.beginAll(ONE, Lane.PROBE)).hasSize(1);

        assertThat(tries.beginAll(ONE, Lane.MAIN)).hasSize(1);
        assertThat(tries.state(ONE).inFlight()).isEqualTo(2);
    }

    /** Two failures of a message, and their pauses. */
    private void failTwice() {
        tries.attempt(ONE, FAILED);
        clock.pass(Duration.ofSeconds(2));
        tries.attempt(ONE, FAILED);
        clock.pass(Duration.between(clock.instant(), tries.retryAt(ONE)).plusSeconds(2));
    }
}
