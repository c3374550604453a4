package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.Tries.ACCEPTED;
import static dev.partnercatalog.webhook.delivery.Tries.FAILED;
import static dev.partnercatalog.webhook.delivery.Tries.GONE;
import static dev.partnercatalog.webhook.delivery.Tries.ONE;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.webhook.delivery.Tries.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is recorded, and what other instances know (D26). */
class RecordedHealthTest {

    private static final Outcome ASKS_FOR_TIME = Outcome.answered(503, Duration.ofSeconds(500));

    private final Tries tries = new Tries(1_000, ONE);
    private final ManualClock clock = tries.clock;
    private final HealthRecordsInMemory healthRecords = tries.healthRecords;

    @Test
    @DisplayName("D26: an instance whose clock is hours ahead makes no endpoint wait longer than its own pause")
    void a_clock_that_is_ahead_makes_nobody_wait_longer_than_its_own_pause() {
        ManualClock ahead = new ManualClock();
        ahead.pass(Duration.ofHours(5));
        Tries other = tries.another(ahead);
        other.use(ONE);
        for (int failure = 0; failure < 3; failure++) {
            other.attempt(ONE, FAILED);
            ahead.pass(Duration.ofMinutes(1));
        }

        assertThat(tries.begin(ONE)).as("it is known that it fails").isNull();
        clock.pass(Duration.ofSeconds(6)); // after three failures in a row it is 5 s at most
        tries.attempt(ONE, FAILED);
        assertThat(tries.state(ONE).health().getFailures())
                .as("our own failure counts")
                .isEqualTo(4);
        assertThat(tries.begin(ONE)).as("and is followed by a pause").isNull();
        clock.pass(Backoff.MAX);
        assertThat(tries.begin(ONE)).isNotNull();
    }

    @Test
    @DisplayName(
            "D26: a webhook that is disabled leaves nothing behind, and starts anew where only its new setting is seen")
    void a_webhook_that_was_switched_off_at_another_instance_starts_anew() {
        Tries other = tries.another(clock);
        other.use(ONE);
        other.attempt(ONE, GONE);
        assertThat(tries.begin(ONE)).isNull();

        other.use();
        assertThat(healthRecords.all("one")).isEmpty();
        other.use(ONE);

        for (Tries instance : List.of(tries, other)) {
            assertThat(instance.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
            assertThat(instance.begin(ONE)).isNotNull();
        }
    }

    @Test
    @DisplayName("D26: an instance that knows less of the configurations ends no suspension")
    void who_does_not_know_an_endpoint_yet_discards_nothing_of_it() {
        tries.attempt(ONE, GONE);
        Tries behind = tries.another(clock);
        behind.use(new Endpoint("one", "https://earlier.example/"));
        behind.use();

        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
        assertThat(healthRecords.all("one")).isNotEmpty();
        tries.restart();
        assertThat(tries.begin(ONE)).isNull();
    }

    @Test
    @DisplayName("D26: a record of its health that can't be read doesn't end a suspension")
    void an_unreadable_record_forgets_nothing() {
        tries.attempt(ONE, GONE);
        healthRecords.makeUnreadable();
        assertThat(tries.begin(ONE)).isNull();
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
    }

    @Test
    @DisplayName("D26: attempts in flight to an earlier URL say nothing about the new one")
    void what_was_under_way_at_an_earlier_url_says_nothing() {
        Endpoints.AttemptSlot earlier = requireNonNull(tries.begin(ONE));
        Endpoint moved = new Endpoint("one", "https://new.example/");
        tries.use(moved);

        clock.pass(Duration.ofSeconds(1));
        tries.end(earlier, GONE);

        assertThat(healthRecords.published()).isEmpty();
        assertThat(tries.begin(moved)).isNotNull();
    }

    @Test
    void each_failure_and_the_first_success_after_it_is_written_and_nothing_else() {
        tries.attempt(ONE, ACCEPTED, 100);
        assertThat(healthRecords.published()).isEmpty();

        tries.failTimes(ONE, 3);
        clock.pass(Duration.ofMinutes(10));
        tries.attempt(ONE, ACCEPTED, 100);

        assertThat(healthRecords.published())
                .extracting(WebhookEndpoint::getStatus)
                .containsExactly(
                        EndpointStatus.BACKING_OFF,
                        EndpointStatus.BACKING_OFF,
                        EndpointStatus.BACKING_OFF,
                        EndpointStatus.HEALTHY);
        assertThat(tries.recorded(ONE).getFailures()).isZero();
        assertThat(tries.recorded(ONE).getFailingSince()).isNull();
    }

    @Test
    @DisplayName("D26: what one instance finds out applies at the others")
    void what_one_instance_finds_out_holds_at_the_others() {
        Tries other = tries.another(clock);
        other.use(ONE);
        other.attempt(ONE, ACCEPTED, 4);
        tries.attempt(ONE, FAILED);

        assertThat(other.begin(ONE)).isNull();
        clock.pass(Duration.ofSeconds(2));
        Endpoints.AttemptSlot slot = requireNonNull(other.begin(ONE));
        assertThat(other.begin(ONE)).isNull();
        other.end(slot, ACCEPTED);

        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
        clock.pass(Duration.ofSeconds(2));
        other.attempt(ONE, GONE);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
        assertThat(tries.begin(ONE)).isNull();
    }

    @Test
    @DisplayName("D26: a suspension holds though the former owner of a partition writes an earlier state late")
    void what_a_former_owner_writes_late_ends_no_suspension() {
        tries.attempt(ONE, FAILED);
        WebhookEndpoint earlier = tries.recorded(ONE);
        clock.pass(Duration.ofSeconds(2));
        tries.attempt(ONE, GONE);
        assertThat(tries.begin(ONE)).isNull();

        healthRecords.land(earlier);
        assertThat(tries.begin(ONE)).isNull();

        assertThat(tries.recorded(ONE).getStatus()).isEqualTo(EndpointStatus.SUSPENDED);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 500})
    @DisplayName("D26: an attempt in flight at another instance lifts no suspension")
    void what_is_in_flight_at_another_instance_lifts_no_suspension(int status) {
        Tries other = proven();
        tries.attempt(ONE, FAILED);
        clock.pass(Duration.ofSeconds(2));
        Endpoints.AttemptSlot slot = requireNonNull(other.begin(ONE));
        tries.attempt(ONE, GONE);
        clock.pass(Duration.ofMillis(10));
        other.end(slot, Outcome.answered(status, null));
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
    }

    @Test
    void a_failure_in_flight_at_another_instance_ends_no_pause() {
        Tries other = proven();
        Endpoints.AttemptSlot slot = requireNonNull(other.begin(ONE));
        tries.attempt(ONE, ASKS_FOR_TIME);
        clock.pass(Duration.ofMillis(10));
        other.end(slot, FAILED);
        assertLeftAlone(tries);
        assertLeftAlone(other);
    }

    @Test
    void what_is_accepted_though_it_was_sent_before_a_pause_was_known_does_not_end_that() {
        Tries other = proven();
        Instant before = clock.instant();
        List<Endpoints.AttemptSlot> slots = other.beginAll(ONE, Lane.MAIN);
        tries.attempt(ONE, ASKS_FOR_TIME);
        clock.pass(Duration.ofMillis(10));
        Instant after = clock.instant();
        clock.pass(Duration.ofMillis(10));
        other.end(slots.get(0), after, ACCEPTED);
        other.end(slots.get(1), before, ACCEPTED);
        assertLeftAlone(other);
        assertLeftAlone(tries);
    }

    @Test
    void a_probe_that_fails_suspends_no_endpoint_that_another_instance_has_resumed() {
        tries.attempt(ONE, GONE);
        tries.resume();
        Tries other = tries.another(clock);
        other.control.setResumes(1);
        other.use(ONE);
        Endpoints.AttemptSlot late = requireNonNull(other.ping(ONE, true));
        tries.end(requireNonNull(tries.ping(ONE, true)), ACCEPTED);
        clock.pass(Duration.ofMillis(10));
        other.end(late, FAILED);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
    }

    @Test
    @DisplayName("D26: a suspension holds though another instance records a failure, or a success, before it sees that")
    void what_is_recorded_without_knowing_ends_no_suspension() {
        Tries other = proven();
        other.attempt(ONE, FAILED);
        clock.pass(Duration.ofSeconds(2));
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.BACKING_OFF);
        healthRecords.stopReading();
        tries.attempt(ONE, GONE);
        EndpointState suspended = tries.state(ONE);
        other.attempt(ONE, ACCEPTED);
        other.attempt(ONE, FAILED);
        healthRecords.read();

        Tries restarted = tries.another(clock);
        restarted.use(ONE);
        for (Tries instance : List.of(tries, other, restarted)) {
            assertThat(instance.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
            assertThat(instance.state(ONE).health().getSuspension()).contains("410");
            assertThat(instance.state(ONE).health().getSince())
                    .isEqualTo(suspended.health().getSince());
        }
        assertThat(healthRecords.published()).hasSize(4);
    }

    @Test
    void a_failure_that_is_recorded_without_knowing_ends_no_pause() {
        Tries other = proven();
        healthRecords.stopReading();
        tries.attempt(ONE, ASKS_FOR_TIME);
        other.attempt(ONE, FAILED);
        healthRecords.read();

        assertLeftAlone(tries);
        assertLeftAlone(other);
        assertThat(healthRecords.published()).hasSize(2);
    }

    @Test
    @DisplayName("D26: a resume lifts a suspension that any instance has recorded, and no later one")
    void a_resume_lifts_what_all_instances_recorded() {
        Tries other = proven();
        healthRecords.stopReading();
        tries.attempt(ONE, GONE);
        other.attempt(ONE, GONE);
        healthRecords.read();
        tries.resume();
        tries.end(requireNonNull(tries.ping(ONE, true)), ACCEPTED);

        assertThat(other.state(ONE).status()).isEqualTo(EndpointStatus.HEALTHY);
        other.attempt(ONE, GONE);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_failure_after_a_suspension_has_ended_counts_though_its_end_was_never_seen(boolean isResumed) {
        Tries other = proven();
        tries.attempt(ONE, GONE);
        assertThat(other.state(ONE).status()).isEqualTo(EndpointStatus.SUSPENDED);
        if (isResumed) {
            tries.resume();
            tries.end(requireNonNull(tries.ping(ONE, true)), ACCEPTED);
        } else {
            clock.pass(Duration.ofSeconds(1));
            tries.use();
            tries.use(ONE);
        }
        tries.attempt(ONE, FAILED);

        assertThat(other.state(ONE).status()).isEqualTo(EndpointStatus.BACKING_OFF);
        assertThat(tries.state(ONE).status()).isEqualTo(EndpointStatus.BACKING_OFF);
    }

    /** Another instance, where the endpoint has all its places, as it has here. */
    private Tries proven() {
        Tries other = tries.another(clock);
        other.use(ONE);
        tries.prove(ONE);
        other.prove(ONE);
        return other;
    }

    private void assertLeftAlone(Tries instance) {
        assertThat(instance.begin(ONE)).isNull();
        assertThat(instance.retryAt(ONE)).isAfter(clock.instant().plusSeconds(490));
    }
}
