package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.Tries.ACCEPTED;
import static dev.partnercatalog.webhook.delivery.Tries.FAILED;
import static dev.partnercatalog.webhook.delivery.Tries.GONE;
import static dev.partnercatalog.webhook.delivery.Tries.ONE;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.webhook.delivery.Tries.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a resume, a hold and a ping do to an endpoint, and what outlives a process (D26). */
class ResumedEndpointTest {

    private final Tries tries = new Tries(2_000, ONE);
    private final ManualClock clock = tries.clock;
    private final HealthRecordsInMemory healthRecords = tries.healthRecords;

    @Test
    @DisplayName("D26: a suspended endpoint that is resumed is probed by a ping, and nothing else is sent before that")
    void a_resumed_endpoint_is_probed_by_a_ping() {
        tries.attempt(ONE, GONE);
        assertThat(tries.ping(ONE, true)).isNull();

        tries.resume();
        Endpoints.AttemptSlot probe = requireNonNull(tries.ping(ONE, true));
        assertThat(tries.ping(ONE, true)).isNull();
        assertThat(tries.begin(ONE)).isNull();
        tries.end(probe, ACCEPTED);

        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
        assertThat(tries.recorded(ONE).getAppliedResumes()).isEqualTo(1);
        assertThat(tries.begin(ONE)).isNotNull();
        tries.restart();
        assertThat(tries.ping(ONE, true)).isNull();
    }

    @Test
    @DisplayName("D26: if the ping is not accepted, the endpoint stays suspended until it is resumed again")
    void a_probe_that_fails_leaves_it_suspended() {
        tries.attempt(ONE, GONE);
        tries.resume();
        tries.end(requireNonNull(tries.ping(ONE, true)), FAILED);

        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
        assertThat(tries.recorded(ONE).getSuspension()).contains("ping", "500");
        assertThat(tries.ping(ONE, true)).isNull();
        assertThat(tries.begin(ONE)).isNull();
        tries.restart();
        assertThat(tries.ping(ONE, true)).isNull();

        tries.resume();
        assertThat(tries.ping(ONE, true)).isNotNull();
    }

    @Test
    void a_resume_that_came_while_the_process_was_down_is_acted_on_once() {
        tries.attempt(ONE, GONE);
        tries.control.setResumes(3);
        tries.restart();

        tries.end(requireNonNull(tries.ping(ONE, true)), FAILED);

        assertThat(tries.ping(ONE, true)).isNull();
        assertThat(tries.recorded(ONE).getAppliedResumes()).isEqualTo(3);
    }

    @Test
    @DisplayName("D26: resuming an endpoint that backs off tries it at once")
    void resuming_an_endpoint_that_backs_off_tries_it_at_once() {
        tries.failTimes(ONE, 9);
        assertThat(tries.begin(ONE)).isNull();

        tries.resume();

        assertThat(tries.ping(ONE, true)).isNull();
        tries.attempt(ONE, FAILED);
        assertThat(tries.state(ONE).health().getFailures()).isEqualTo(10);
        tries.restart();
        assertThat(tries.begin(ONE)).as("an earlier resume ends no later pause").isNull();
    }

    @Test
    void an_earlier_resume_does_not_end_a_later_suspension() {
        tries.resume();
        tries.attempt(ONE, GONE);
        assertThat(tries.ping(ONE, true)).isNull();

        tries.restart();

        assertThat(tries.ping(ONE, true)).isNull();
    }

    @Test
    void nothing_goes_to_an_endpoint_that_an_operator_holds_and_afterwards_it_goes_on() {
        tries.control.setSuspended(true);
        tries.use(ONE);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
        assertThat(tries.begin(ONE)).isNull();
        assertThat(tries.begin(ONE, Lane.PROBE)).isNull();
        assertThat(tries.ping(ONE, false)).isNull();
        assertThat(tries.ping(ONE, true)).isNull();

        tries.control.setSuspended(false);
        tries.use(ONE);

        assertThat(tries.begin(ONE)).isNotNull();
        assertThat(healthRecords.published()).isEmpty();
    }

    @Test
    void a_ping_goes_to_a_suspended_endpoint_too_and_changes_nothing_there() {
        tries.attempt(ONE, GONE);
        Endpoints.AttemptSlot ping = requireNonNull(tries.ping(ONE, false));
        assertThat(tries.ping(ONE, false)).isNull();

        tries.end(ping, ACCEPTED);

        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
        assertThat(tries.begin(ONE)).isNull();
        assertThat(healthRecords.published()).hasSize(1);
        assertThat(tries.ping(ONE, false)).isNotNull();
    }

    @Test
    void a_ping_that_fails_does_not_slow_deliveries_down() {
        Endpoints.AttemptSlot ping = requireNonNull(tries.ping(ONE, false));
        Endpoints.AttemptSlot live = requireNonNull(tries.begin(ONE));
        tries.end(ping, FAILED);
        tries.end(live, Outcome.stale("closed"));

        assertThat(tries.begin(ONE)).isNotNull();
        assertThat(healthRecords.published()).isEmpty();
    }

    @Test
    @DisplayName("D26: after a restart no endpoint is tried before its time")
    void after_a_restart_nobody_is_tried_before_its_time() {
        tries.failTimes(ONE, 6);
        Instant retryAt = tries.retryAt(ONE);

        tries.restart();

        assertThat(tries.retryAt(ONE)).isEqualTo(retryAt);
        assertThat(tries.state(ONE).health().getFailures()).isEqualTo(6);
        clock.pass(Duration.between(clock.instant(), retryAt).minusMillis(1));
        assertThat(tries.begin(ONE)).isNull();
        clock.pass(Duration.ofMillis(1));
        assertThat(tries.begin(ONE)).isNotNull();
        assertThat(tries.begin(ONE)).as("one attempt goes first").isNull();
    }

    @Test
    @DisplayName("D26: pauses keep growing after a restart")
    void pauses_go_on_growing_after_a_restart() {
        tries.failTimes(ONE, 6);
        clock.pass(Duration.ofMinutes(10));
        tries.restart();

        tries.attempt(ONE, FAILED);

        assertThat(tries.state(ONE).health().getFailures()).isEqualTo(7);
        assertThat(Duration.between(clock.instant(), tries.retryAt(ONE)))
                .isBetween(Duration.ofSeconds(48), Duration.ofSeconds(80));
    }

    @Test
    void what_partners_and_operators_read_of_an_outage_survives_a_restart() {
        tries.attempt(ONE, ACCEPTED);
        Instant accepted = clock.instant();
        tries.failTimes(ONE, 1);
        Instant since = clock.instant();
        tries.failTimes(ONE, 1);

        tries.restart();

        assertThat(tries.state(ONE).health().getSince()).isEqualTo(since.toEpochMilli());
        assertThat(tries.state(ONE).health().getLastAccepted()).isEqualTo(accepted.toEpochMilli());
        assertThat(tries.state(ONE).health().getSuspendsAt())
                .isEqualTo(since.plus(RecordedHealth.SUSPEND_AFTER).toEpochMilli());
        clock.pass(Duration.ofMinutes(10));
        tries.attempt(ONE, GONE);
        assertThat(tries.state(ONE).health().getSince()).isEqualTo(clock.millis());
        assertThat(tries.state(ONE).failingSince()).isEqualTo(since);
        assertThat(tries.state(ONE).health().getSuspendsAt()).isNull();
        assertThat(tries.state(ONE).health().getLastAccepted()).isEqualTo(accepted.toEpochMilli());
    }

    @Test
    void time_without_an_attempt_does_not_count_as_failing() {
        tries.failTimes(ONE, 1);
        Instant pauseEnds = tries.retryAt(ONE);
        Instant since = requireNonNull(tries.state(ONE).failingSince());
        clock.pass(Duration.ofDays(3));

        tries.restart();

        assertThat(tries.state(ONE).failingFor(clock.instant())).isEqualTo(Duration.between(since, pauseEnds));
        tries.attempt(ONE, FAILED);
        assertThat(tries.state(ONE).failingFor(clock.instant())).isEqualTo(Duration.between(since, clock.instant()));
    }

    @Test
    @DisplayName("D26: a suspended endpoint stays suspended through a restart, and starts from scratch at a new URL")
    void a_suspended_endpoint_stays_suspended() {
        tries.attempt(ONE, GONE);

        tries.restart();
        clock.pass(Duration.ofDays(30));
        assertThat(tries.begin(ONE)).isNull();
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
        assertThat(tries.state(ONE).health().getSuspension()).contains("410");

        Endpoint moved = new Endpoint("one", "https://new.example/");
        tries.use(moved);
        assertThat(tries.begin(moved)).isNotNull();
        assertThat(tries.healthRecords.all("one")).isEmpty();
    }

    @Test
    @DisplayName("D26: the five days of failures continue through restarts")
    void the_five_days_go_on_through_restarts() {
        Instant began = clock.instant();
        tries.attempt(ONE, FAILED);
        Instant since = requireNonNull(tries.state(ONE).failingSince());
        while (tries.state(ONE).status() != EndpointStatus.SUSPENDED) {
            assertThat(tries.state(ONE).failingSince()).isEqualTo(since);
            clock.pass(Duration.ofHours(3));
            tries.restart();
            tries.attempt(ONE, FAILED);
        }

        assertThat(Duration.between(began, clock.instant())).isBetween(Duration.ofDays(5), Duration.ofHours(124));
        assertThat(tries.recorded(ONE).getSuspension()).contains("5 days");
    }

    @Test
    @DisplayName("D26: days in which the service itself was down don't count as days of nothing but failures")
    void days_without_attempts_suspend_nobody() {
        tries.failTimes(ONE, 3);
        clock.pass(Duration.ofDays(30));
        tries.restart();

        tries.attempt(ONE, FAILED);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.BACKING_OFF);

        tries.failTimes(ONE, 15);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.BACKING_OFF);
        tries.failTimes(ONE, 1);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
    }
}
