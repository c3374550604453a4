package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.Tries.ACCEPTED;
import static dev.partnercatalog.webhook.delivery.Tries.ONE;
import static dev.partnercatalog.webhook.delivery.Tries.STALE;
import static dev.partnercatalog.webhook.delivery.Tries.TWO;
import static dev.partnercatalog.webhook.delivery.Tries.many;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D26: how many attempts may be made at once, and what is told of an endpoint")
class EndpointsTest {

    private final Tries tries = new Tries(16, ONE, TWO);
    private final Endpoints endpoints = tries.endpoints();
    private final ManualClock clock = tries.clock;

    @Test
    void an_endpoint_starts_with_one_attempt_and_gets_one_more_for_each_success() {
        for (int places : List.of(1, 2, 3, 4, 4)) {
            List<Endpoints.AttemptSlot> taken = tries.beginAll(ONE, Priority.LIVE);
            assertThat(taken).hasSize(places);
            tries.end(taken.get(0), ACCEPTED);
            taken.subList(1, taken.size()).forEach(slot -> tries.end(slot, STALE));
        }
    }

    @Test
    void the_backlog_leaves_one_place_for_live_changes() {
        tries.prove(ONE);

        assertThat(tries.beginAll(ONE, Priority.BACKLOG)).hasSize(3);
        assertThat(tries.beginAll(ONE, Priority.LIVE)).hasSize(1);
    }

    @Test
    void what_is_resent_leaves_room_to_what_has_just_changed() {
        List<Endpoint> many = many("p", 10);
        tries.use(many.toArray(Endpoint[]::new));
        many.forEach(tries::prove);

        many.forEach(endpoint -> tries.beginAll(endpoint, Priority.BACKLOG));

        assertThat(endpoints.inFlight()).isEqualTo(12);
        assertThat(tries.beginAll(many.get(9), Priority.LIVE)).hasSize(2);
    }

    @Test
    void however_many_endpoints_hang_those_that_answer_find_room() {
        List<Endpoint> hanging = many("hanging", 100);
        tries.use(Stream.concat(Stream.of(ONE), hanging.stream()).toArray(Endpoint[]::new));
        tries.prove(ONE);
        hanging.forEach(endpoint -> tries.beginAll(endpoint, Priority.LIVE));

        assertThat(endpoints.inFlight()).isEqualTo(8);
        assertThat(tries.beginAll(ONE, Priority.LIVE)).hasSize(4);
    }

    @Test
    void however_many_endpoints_fail_and_hang_a_new_one_finds_room() {
        List<Endpoint> hanging = many("hanging", 300);
        tries.use(Stream.concat(Stream.of(ONE, TWO), hanging.stream()).toArray(Endpoint[]::new));
        tries.prove(TWO);
        hanging.forEach(endpoint -> tries.attempt(endpoint, Outcome.unanswered("no answer: timed out")));
        clock.pass(Backoff.MAX);
        hanging.forEach(endpoint -> tries.beginAll(endpoint, Priority.LIVE));

        assertThat(endpoints.inFlight()).isEqualTo(4);
        assertThat(tries.begin(ONE)).isNotNull();
        assertThat(tries.beginAll(TWO, Priority.LIVE)).hasSize(4);
    }

    @Test
    void endpoints_that_answered_and_hang_now_leave_room_to_a_new_one() {
        List<Endpoint> hanging = many("hanging", 300);
        tries.use(Stream.concat(Stream.of(ONE), hanging.stream()).toArray(Endpoint[]::new));
        hanging.forEach(tries::prove);
        hanging.forEach(endpoint -> tries.beginAll(endpoint, Priority.LIVE));

        assertThat(endpoints.inFlight()).isEqualTo(14);
        assertThat(tries.begin(ONE)).isNotNull();
    }

    @Test
    void the_process_never_holds_more_than_its_bound() {
        List<Endpoint> many = many("p", 10);
        List<Endpoint> untried = many("untried", 10);
        tries.use(Stream.concat(many.stream(), untried.stream()).toArray(Endpoint[]::new));
        many.forEach(tries::prove);
        many.forEach(endpoint -> tries.beginAll(endpoint, Priority.LIVE));
        untried.forEach(endpoint -> tries.beginAll(endpoint, Priority.LIVE));

        assertThat(endpoints.inFlight()).isEqualTo(16);
    }

    @Test
    void an_endpoint_that_is_not_in_use_is_not_tried() {
        assertThat(tries.begin(new Endpoint("one", "https://other.example/"))).isNull();
        assertThat(tries.begin(new Endpoint("three", ONE.url()))).isNull();
    }

    @Test
    void an_endpoint_accepts_lately_for_a_second_after_it_did_whatever_the_clock_says_later() {
        assertThat(endpoints.hasAcceptedLately(ONE)).isFalse();
        tries.attempt(ONE, ACCEPTED);
        assertThat(endpoints.hasAcceptedLately(ONE)).isTrue();
        clock.pass(Duration.ofMillis(-1));
        assertThat(endpoints.hasAcceptedLately(ONE)).isFalse();
        clock.pass(Duration.ofSeconds(1));
        assertThat(endpoints.hasAcceptedLately(ONE)).isTrue();
        clock.pass(Duration.ofMillis(1));
        assertThat(endpoints.hasAcceptedLately(ONE)).isFalse();
    }

    @Test
    void a_state_says_since_when_and_why_and_until_when() {
        tries.prove(ONE);
        Instant accepted = clock.instant();
        clock.pass(Duration.ofHours(1));
        tries.attempt(ONE, Outcome.unanswered("no answer: timed out"));

        EndpointState state = tries.state(ONE);
        assertThat(state.partnerId()).isEqualTo("one");
        assertThat(state.status()).isEqualTo(Status.BACKING_OFF);
        assertThat(state.failures()).isEqualTo(1);
        assertThat(state.failingSince()).isEqualTo(clock.instant());
        assertThat(state.lastAccepted()).isEqualTo(accepted);
        assertThat(state.reason()).isEqualTo("no answer: timed out");
        assertThat(state.retryAt()).isAfter(clock.instant());
        assertThat(state.inFlight()).isZero();
    }

    @Test
    void an_endpoint_that_an_operator_holds_shows_as_suspended_whatever_it_has_earned() {
        tries.prove(ONE);
        WebhookControl held = WebhookControl.newBuilder().build();
        held.setSuspended(true);
        endpoints.configure(List.of(EndpointSettings.of(ONE, held, true)));

        assertThat(tries.begin(ONE)).isNull();
        assertThat(tries.state(ONE).status()).isEqualTo(Status.SUSPENDED);
        assertThat(tries.state(ONE).reason()).isEqualTo("held by an operator");

        tries.use(ONE);
        assertThat(tries.begin(ONE)).isNotNull();
        assertThat(tries.state(ONE).status()).isEqualTo(Status.HEALTHY);
    }
}
