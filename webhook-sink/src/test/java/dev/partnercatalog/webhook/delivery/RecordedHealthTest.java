package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What outlives a process, and what other instances know (D26). */
class RecordedHealthTest {

    private static final int BYTES = 1_000;
    private static final Endpoint ONE = new Endpoint("one", "https://one.example/");
    private static final Outcome ACCEPTED = Outcome.answered(200, null);
    private static final Outcome FAILED = Outcome.answered(500, null);
    private static final Outcome GONE = Outcome.answered(410, null);

    private final ManualClock clock = new ManualClock();
    private final HealthRecordsInMemory healthRecords = new HealthRecordsInMemory();
    private final WebhookControl control = WebhookControl.newBuilder().build();
    private Endpoints endpoints = started();

    @Test
    @DisplayName("D26: after a restart no endpoint is tried before its time")
    void after_a_restart_nobody_is_tried_before_its_time() {
        failTimes(6);
        Instant retryAt = requireNonNull(state().retryAt());

        endpoints = started();

        assertThat(state().retryAt()).isEqualTo(retryAt);
        assertThat(state().failures()).isEqualTo(6);
        clock.pass(Duration.between(clock.instant(), retryAt).minusMillis(1));
        assertThat(tryOnce()).isNull();
        clock.pass(Duration.ofMillis(1));
        assertThat(tryOnce()).isNotNull();
        assertThat(tryOnce()).as("one attempt goes first").isNull();
    }

    @Test
    @DisplayName("D26: an instance whose clock is hours ahead makes no endpoint wait longer than its own pause")
    void a_clock_that_is_ahead_makes_nobody_wait_longer_than_its_own_pause() {
        ManualClock ahead = new ManualClock();
        ahead.pass(Duration.ofHours(5));
        Endpoints other = new Endpoints(limits(), ahead, new Backoff(new Random(5)), healthRecords);
        use(other, List.of(ONE));
        for (int failure = 0; failure < 3; failure++) {
            other.completed(requireNonNull(Tries.begin(other, ONE, Lane.LIVE)), ahead.instant(), FAILED, BYTES);
            ahead.pass(Duration.ofMinutes(1));
        }

        assertThat(tryOnce()).as("it is known that it fails").isNull();
        assertThat(requireNonNull(state().retryAt())).isBefore(clock.instant().plusSeconds(6));
        clock.pass(Duration.ofSeconds(6)); // after three failures in a row it is 5 s at most
        complete(FAILED);
        assertThat(state().failures()).as("our own failure counts").isEqualTo(4);
        assertThat(tryOnce()).as("and is followed by a pause").isNull();
        clock.pass(Backoff.MAX);
        assertThat(tryOnce()).isNotNull();
    }

    @Test
    @DisplayName("D26: pauses keep growing after a restart")
    void pauses_go_on_growing_after_a_restart() {
        failTimes(6);
        clock.pass(Duration.ofMinutes(10));
        endpoints = started();
        clock.pass(Backoff.SPREAD);

        complete(FAILED);

        assertThat(state().failures()).isEqualTo(7);
        assertThat(Duration.between(clock.instant(), requireNonNull(state().retryAt())))
                .isBetween(Duration.ofSeconds(48), Duration.ofSeconds(80));
    }

    @Test
    @DisplayName("D26: endpoints that became due during a downtime are not all tried at the same moment")
    void what_fell_due_during_a_downtime_is_spread() {
        List<Endpoint> many = IntStream.range(0, 300)
                .mapToObj(i -> new Endpoint("p" + i, "https://many.example/"))
                .toList();
        use(endpoints, many);
        for (int failure = 0; failure < 5; failure++) {
            clock.pass(Duration.ofMinutes(10));
            many.forEach(endpoint -> endpoints.completed(
                    requireNonNull(Tries.begin(endpoints, endpoint, Lane.LIVE)), clock.instant(), FAILED, BYTES));
        }
        clock.pass(Duration.ofHours(1));

        Endpoints restarted = new Endpoints(limits(), clock, new Backoff(new Random(3)), healthRecords);
        use(restarted, many);

        Set<Endpoint> tried = new HashSet<>();
        int most = 0;
        for (int second = 0; second <= 15; second++) {
            int now = 0;
            for (Endpoint endpoint : many) {
                if (Tries.begin(restarted, endpoint, Lane.LIVE) != null) {
                    tried.add(endpoint);
                    now++;
                }
            }
            most = Math.max(most, now);
            clock.pass(Duration.ofSeconds(1));
        }
        assertThat(tried).hasSize(300);
        assertThat(most).isLessThan(60);
    }

    @Test
    void what_partners_and_operators_read_of_an_outage_survives_a_restart() {
        complete(ACCEPTED);
        Instant accepted = clock.instant();
        failTimes(1);
        Instant since = clock.instant();
        failTimes(1);

        endpoints = started();

        assertThat(state().since()).isEqualTo(since);
        assertThat(state().lastAccepted()).isEqualTo(accepted);
        assertThat(state().suspendsAt()).isEqualTo(since.plus(EndpointLimits.SUSPEND_AFTER));
        assertThat(written().getSuspendsAt())
                .isEqualTo(since.plus(EndpointLimits.SUSPEND_AFTER).toEpochMilli());
        assertThat(written().getLastAccepted()).isEqualTo(accepted.toEpochMilli());
        clock.pass(Duration.ofMinutes(10));
        complete(GONE);
        assertThat(state().since()).isEqualTo(clock.instant());
        assertThat(state().failingSince()).isEqualTo(since);
        assertThat(state().suspendsAt()).isNull();
        assertThat(state().lastAccepted()).isEqualTo(accepted);
    }

    @Test
    void time_without_an_attempt_does_not_count_as_failing() {
        failTimes(1);
        Instant pauseEnds = requireNonNull(state().pausedUntil());
        Instant since = requireNonNull(state().failingSince());
        clock.pass(Duration.ofDays(3));

        endpoints = started();

        assertThat(state().failingFor(clock.instant())).isEqualTo(Duration.between(since, pauseEnds));
        clock.pass(Backoff.SPREAD);
        complete(FAILED);
        assertThat(state().failingFor(clock.instant())).isEqualTo(Duration.between(since, clock.instant()));
    }

    @Test
    @DisplayName("D26: a suspended endpoint stays suspended through a restart, and starts from scratch at a new URL")
    void a_suspended_endpoint_stays_suspended() {
        complete(GONE);

        endpoints = started();
        clock.pass(Duration.ofDays(30));
        assertThat(tryOnce()).isNull();
        assertThat(state().status()).isEqualTo(EndpointState.Status.SUSPENDED);
        assertThat(state().reason()).contains("410");

        Endpoint moved = new Endpoint("one", "https://new.example/");
        use(endpoints, List.of(moved));
        assertThat(Tries.begin(endpoints, moved, Lane.LIVE)).isNotNull();
        assertThat(written().getUrl()).isEqualTo(moved.url());
        assertThat(written().getStatus()).isEqualTo(EndpointStatus.HEALTHY);
    }

    @Test
    @DisplayName("D26: a URL that changed while the process was down starts from scratch")
    void a_url_that_changed_meanwhile_starts_anew() {
        complete(GONE);
        Endpoint moved = new Endpoint("one", "https://new.example/");

        Endpoints restarted = new Endpoints(limits(), clock, new Backoff(new Random(2)), healthRecords);
        use(restarted, List.of(moved));

        assertThat(Tries.begin(restarted, moved, Lane.LIVE)).isNotNull();
    }

    @Test
    @DisplayName("D26: a webhook that is disabled leaves nothing behind")
    void a_webhook_that_is_switched_off_leaves_nothing_behind() {
        complete(GONE);

        use(endpoints, List.of());
        assertThat(healthRecords.of("one")).isNull();
        use(endpoints, List.of(ONE));

        assertThat(tryOnce()).isNotNull();
    }

    @Test
    @DisplayName("D26: attempts in flight to an earlier URL say nothing about the new one")
    void what_was_under_way_at_an_earlier_url_says_nothing() {
        Endpoints.AttemptSlot earlier = requireNonNull(tryOnce());
        Endpoint moved = new Endpoint("one", "https://new.example/");
        use(endpoints, List.of(moved));

        clock.pass(Duration.ofSeconds(1));
        endpoints.completed(earlier, clock.instant(), GONE, BYTES);

        assertThat(healthRecords.published()).isEmpty();
        assertThat(Tries.begin(endpoints, moved, Lane.LIVE)).isNotNull();
    }

    @Test
    @DisplayName("D26: the five days of failures continue through restarts")
    void the_five_days_go_on_through_restarts() {
        Instant began = clock.instant();
        complete(FAILED);
        Instant since = requireNonNull(state().failingSince());
        while (state().status() != EndpointState.Status.SUSPENDED) {
            assertThat(state().failingSince()).isEqualTo(since);
            clock.pass(Duration.ofHours(3));
            endpoints = started();
            clock.pass(Backoff.SPREAD);
            complete(FAILED);
        }

        assertThat(Duration.between(began, clock.instant())).isBetween(Duration.ofDays(5), Duration.ofHours(124));
        assertThat(written().getSuspension()).contains("5 days");
    }

    @Test
    @DisplayName("D26: days in which the service itself was down don't count as days of nothing but failures")
    void days_without_attempts_suspend_nobody() {
        failTimes(3);
        clock.pass(Duration.ofDays(30));
        endpoints = started();
        clock.pass(Backoff.SPREAD);

        complete(FAILED);
        assertThat(state().status()).isEqualTo(EndpointState.Status.BACKING_OFF);

        failTimes(15);
        assertThat(state().status()).isEqualTo(EndpointState.Status.BACKING_OFF);
        failTimes(1);
        assertThat(state().status()).isEqualTo(EndpointState.Status.SUSPENDED);
    }

    @Test
    void each_failure_and_the_first_success_after_it_is_written_and_nothing_else() {
        for (int i = 0; i < 100; i++) {
            complete(ACCEPTED);
        }
        assertThat(healthRecords.published()).isEmpty();

        failTimes(3);
        clock.pass(Duration.ofMinutes(10));
        for (int i = 0; i < 100; i++) {
            complete(ACCEPTED);
        }

        assertThat(healthRecords.published())
                .extracting(WebhookEndpoint::getStatus)
                .containsExactly(
                        EndpointStatus.BACKING_OFF,
                        EndpointStatus.BACKING_OFF,
                        EndpointStatus.BACKING_OFF,
                        EndpointStatus.HEALTHY);
        assertThat(written().getFailures()).isZero();
        assertThat(written().getFailingSince()).isNull();
    }

    @Test
    @DisplayName("D26: what one instance finds out applies at the others")
    void what_one_instance_finds_out_holds_at_the_others() {
        Endpoints other = started();
        for (int i = 0; i < 4; i++) {
            other.completed(requireNonNull(Tries.begin(other, ONE, Lane.LIVE)), clock.instant(), ACCEPTED, BYTES);
        }
        complete(FAILED);

        assertThat(Tries.begin(other, ONE, Lane.LIVE)).isNull();
        clock.pass(Duration.ofSeconds(2));
        Endpoints.AttemptSlot slot = requireNonNull(Tries.begin(other, ONE, Lane.LIVE));
        assertThat(Tries.begin(other, ONE, Lane.LIVE)).isNull();
        other.completed(slot, clock.instant(), ACCEPTED, BYTES);

        assertThat(state().status()).isEqualTo(EndpointState.Status.HEALTHY);
        clock.pass(Duration.ofSeconds(2));
        other.completed(requireNonNull(Tries.begin(other, ONE, Lane.LIVE)), clock.instant(), GONE, BYTES);
        assertThat(state().status()).isEqualTo(EndpointState.Status.SUSPENDED);
        assertThat(tryOnce()).isNull();
    }

    @Test
    void of_two_that_write_at_once_the_later_holds_whichever_is_written_last() {
        complete(FAILED);
        clock.pass(Duration.ofSeconds(2));
        WebhookEndpoint earlier = WebhookEndpoint.newBuilder()
                .setPartnerId("one")
                .setUrl(ONE.url())
                .setUpdatedAt(clock.millis())
                .setStatus(EndpointStatus.BACKING_OFF)
                .setFailures(9)
                .build();
        clock.pass(Duration.ofSeconds(1));
        complete(GONE);

        healthRecords.publish(earlier);
        assertThat(tryOnce()).isNull();

        assertThat(written().getStatus()).isEqualTo(EndpointStatus.SUSPENDED);
        assertThat(state().status()).isEqualTo(EndpointState.Status.SUSPENDED);
    }

    @Test
    @DisplayName("D26: a suspended endpoint that is resumed is probed by a ping, and nothing else is sent before that")
    void a_resumed_endpoint_is_probed_by_a_ping() {
        complete(GONE);
        assertThat(Tries.begin(endpoints, ONE, Lane.PROBE)).isNull();

        resume();
        Endpoints.AttemptSlot probe = requireNonNull(Tries.begin(endpoints, ONE, Lane.PROBE));
        assertThat(Tries.begin(endpoints, ONE, Lane.PROBE)).isNull();
        assertThat(tryOnce()).isNull();
        endpoints.completed(probe, clock.instant(), ACCEPTED, BYTES);

        assertThat(state().status()).isEqualTo(EndpointState.Status.HEALTHY);
        assertThat(written().getAppliedResumes()).isEqualTo(1);
        assertThat(tryOnce()).isNotNull();
        endpoints = started();
        assertThat(Tries.begin(endpoints, ONE, Lane.PROBE)).isNull();
    }

    @Test
    @DisplayName("D26: if the ping is not accepted, the endpoint stays suspended until it is resumed again")
    void a_probe_that_fails_leaves_it_suspended() {
        complete(GONE);
        resume();
        endpoints.completed(requireNonNull(Tries.begin(endpoints, ONE, Lane.PROBE)), clock.instant(), FAILED, BYTES);

        assertThat(state().status()).isEqualTo(EndpointState.Status.SUSPENDED);
        assertThat(written().getSuspension()).contains("ping", "500");
        assertThat(Tries.begin(endpoints, ONE, Lane.PROBE)).isNull();
        assertThat(tryOnce()).isNull();
        endpoints = started();
        assertThat(Tries.begin(endpoints, ONE, Lane.PROBE)).isNull();

        resume();
        assertThat(Tries.begin(endpoints, ONE, Lane.PROBE)).isNotNull();
    }

    @Test
    void a_resume_that_came_while_the_process_was_down_is_acted_on_once() {
        complete(GONE);
        control.setResumes(3);
        endpoints = started();

        endpoints.completed(requireNonNull(Tries.begin(endpoints, ONE, Lane.PROBE)), clock.instant(), FAILED, BYTES);

        assertThat(Tries.begin(endpoints, ONE, Lane.PROBE)).isNull();
        assertThat(written().getAppliedResumes()).isEqualTo(3);
    }

    @Test
    @DisplayName("D26: resuming an endpoint that backs off tries it at once")
    void resuming_an_endpoint_that_backs_off_tries_it_at_once() {
        failTimes(9);
        assertThat(tryOnce()).isNull();

        resume();

        assertThat(Tries.begin(endpoints, ONE, Lane.PROBE)).isNull();
        complete(FAILED);
        assertThat(state().failures()).isEqualTo(10);
        endpoints = started();
        assertThat(tryOnce()).as("an earlier resume ends no later pause").isNull();
    }

    @Test
    void an_earlier_resume_does_not_end_a_later_suspension() {
        resume();
        complete(GONE);
        assertThat(Tries.begin(endpoints, ONE, Lane.PROBE)).isNull();

        endpoints = started();

        assertThat(Tries.begin(endpoints, ONE, Lane.PROBE)).isNull();
    }

    @Test
    void nothing_goes_to_an_endpoint_that_an_operator_holds_and_afterwards_it_goes_on() {
        control.setSuspended(true);
        use(endpoints, List.of(ONE));
        for (Lane lane : Lane.values()) {
            assertThat(Tries.begin(endpoints, ONE, lane)).isNull();
        }

        control.setSuspended(false);
        use(endpoints, List.of(ONE));

        assertThat(tryOnce()).isNotNull();
        assertThat(healthRecords.published()).isEmpty();
    }

    @Test
    void a_ping_goes_to_a_suspended_endpoint_too_and_changes_nothing_there() {
        complete(GONE);
        Endpoints.AttemptSlot ping = requireNonNull(Tries.begin(endpoints, ONE, Lane.PING));
        assertThat(Tries.begin(endpoints, ONE, Lane.PING)).isNull();

        endpoints.completed(ping, clock.instant(), ACCEPTED, BYTES);

        assertThat(state().status()).isEqualTo(EndpointState.Status.SUSPENDED);
        assertThat(tryOnce()).isNull();
        assertThat(healthRecords.published()).hasSize(1);
        assertThat(Tries.begin(endpoints, ONE, Lane.PING)).isNotNull();
    }

    @Test
    void a_ping_that_fails_does_not_slow_deliveries_down() {
        Endpoints.AttemptSlot ping = requireNonNull(Tries.begin(endpoints, ONE, Lane.PING));
        Endpoints.AttemptSlot live = requireNonNull(tryOnce());
        endpoints.completed(ping, clock.instant(), FAILED, BYTES);
        endpoints.completed(live, clock.instant(), Outcome.stale("closed"), BYTES);

        assertThat(tryOnce()).isNotNull();
        assertThat(healthRecords.published()).isEmpty();
    }

    private void resume() {
        control.setResumes(control.getResumes() + 1);
        use(endpoints, List.of(ONE));
    }

    private void failTimes(int times) {
        for (int i = 0; i < times; i++) {
            clock.pass(Backoff.MAX);
            complete(FAILED);
        }
    }

    private void complete(Outcome outcome) {
        clock.pass(Duration.ofMillis(1));
        endpoints.completed(requireNonNull(tryOnce()), clock.instant(), outcome, BYTES);
    }

    private Endpoints.@Nullable AttemptSlot tryOnce() {
        return Tries.begin(endpoints, ONE, Lane.LIVE);
    }

    private WebhookEndpoint written() {
        return requireNonNull(healthRecords.of("one"));
    }

    private EndpointState state() {
        return endpoints.states().get(0);
    }

    private Endpoints started() {
        Endpoints started = new Endpoints(limits(), clock, new Backoff(new Random(1)), healthRecords);
        use(started, List.of(ONE));
        return started;
    }

    private static EndpointLimits limits() {
        return new EndpointLimits(4, 1_000, EndpointLimits.SUSPEND_AFTER);
    }

    private void use(Endpoints endpoints, List<Endpoint> inUse) {
        endpoints.configure(inUse.stream()
                .map(endpoint -> EndpointSettings.of(endpoint, control, true))
                .toList());
    }
}
