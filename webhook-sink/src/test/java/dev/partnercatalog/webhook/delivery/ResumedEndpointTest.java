package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.Tries.ACCEPTED;
import static dev.partnercatalog.webhook.delivery.Tries.FAILED;
import static dev.partnercatalog.webhook.delivery.Tries.GONE;
import static dev.partnercatalog.webhook.delivery.Tries.ONE;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.EndpointStatus;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a resume, a hold and a ping do to an endpoint (D26). */
class ResumedEndpointTest {

    private final Tries tries = new Tries(1_000, ONE);
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
}
