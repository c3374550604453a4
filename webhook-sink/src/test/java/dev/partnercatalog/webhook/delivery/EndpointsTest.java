package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.Tries.ACCEPTED;
import static dev.partnercatalog.webhook.delivery.Tries.FAILED;
import static dev.partnercatalog.webhook.delivery.Tries.ONE;
import static dev.partnercatalog.webhook.delivery.Tries.STALE;
import static dev.partnercatalog.webhook.delivery.Tries.TWO;
import static dev.partnercatalog.webhook.delivery.Tries.many;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Tries.ManualClock;
import dev.partnercatalog.webhook.delivery.Tries.ReadyMessageDouble;
import java.time.Duration;
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
            List<Endpoints.AttemptSlot> taken = tries.beginAll(ONE, Lane.MAIN);
            assertThat(taken).hasSize(places);
            tries.end(taken.get(0), ACCEPTED);
            taken.subList(1, taken.size()).forEach(slot -> tries.end(slot, STALE));
        }
    }

    @Test
    void what_is_ready_for_some_leaves_half_of_all_places_to_others() {
        List<Endpoint> many = many("p", 10);
        tries.use(many.toArray(Endpoint[]::new));
        many.forEach(tries::prove);
        for (Endpoint endpoint : many.subList(0, 2)) {
            tries.beginAll(endpoint, Lane.MAIN);
            while (endpoints.tryAcquire(endpoint, Lane.MAIN, 0) != null) {}
        }

        assertThat(endpoints.inFlight()).isEqualTo(4 + 4 + 8);
        assertThat(tries.begin(many.get(9))).isNull();
    }

    @Test
    @DisplayName("D26: however many endpoints fail and hang, those that answer find room, and so does a new one")
    void however_many_endpoints_hang_others_find_room() {
        List<Endpoint> hanging = many("hanging", 300);
        tries.use(Stream.concat(Stream.of(ONE, TWO), hanging.stream()).toArray(Endpoint[]::new));
        tries.prove(TWO);
        hanging.forEach(endpoint -> tries.attempt(endpoint, Outcome.unanswered("no answer: timed out")));
        clock.pass(Backoff.MAX);
        hanging.forEach(endpoint -> tries.beginAll(endpoint, Lane.MAIN));

        assertThat(endpoints.inFlight()).isEqualTo(4);
        assertThat(tries.begin(ONE)).isNotNull();
        assertThat(tries.beginAll(TWO, Lane.MAIN)).hasSize(4);
    }

    @Test
    void however_many_new_endpoints_hang_those_that_answer_find_room() {
        List<Endpoint> hanging = many("hanging", 100);
        tries.use(Stream.concat(Stream.of(ONE), hanging.stream()).toArray(Endpoint[]::new));
        tries.prove(ONE);
        hanging.forEach(endpoint -> tries.beginAll(endpoint, Lane.MAIN));

        assertThat(endpoints.inFlight()).isEqualTo(8);
        assertThat(tries.beginAll(ONE, Lane.MAIN)).hasSize(4);
    }

    @Test
    void the_process_never_holds_more_than_its_bound() {
        List<Endpoint> many = many("p", 10);
        List<Endpoint> untried = many("untried", 10);
        tries.use(Stream.concat(many.stream(), untried.stream()).toArray(Endpoint[]::new));
        many.forEach(tries::prove);
        many.forEach(endpoint -> tries.beginAll(endpoint, Lane.MAIN));
        untried.forEach(endpoint -> tries.beginAll(endpoint, Lane.MAIN));

        assertThat(endpoints.inFlight()).isEqualTo(16);
    }

    @Test
    void an_endpoint_that_is_not_in_use_is_not_tried() {
        assertThat(tries.begin(new Endpoint("one", "https://other.example/"))).isNull();
        assertThat(tries.begin(new Endpoint("three", ONE.url()))).isNull();
    }

    @Test
    void a_ready_message_begins_when_an_attempt_ends() {
        Endpoints.AttemptSlot underWay = requireNonNull(tries.begin(ONE));
        ReadyMessageDouble resent = tries.ready(ONE, true);
        assertThat(resent.begun).isFalse();

        tries.end(underWay, ACCEPTED);

        assertThat(resent.begun).isTrue();
    }

    @Test
    void what_is_urgent_begins_before_what_is_resent() {
        tries.attempt(ONE, ACCEPTED);
        tries.attempt(ONE, ACCEPTED);
        List<Endpoints.AttemptSlot> underWay = List.of(
                requireNonNull(tries.begin(ONE)), requireNonNull(tries.begin(ONE)), requireNonNull(tries.begin(ONE)));
        ReadyMessageDouble resent = tries.ready(ONE, false);
        ReadyMessageDouble live = tries.ready(ONE, true);

        tries.end(underWay.get(0), STALE);

        assertThat(live.begun).isTrue();
        assertThat(resent.begun).isFalse();
    }

    @Test
    void what_is_ready_is_given_back_when_its_endpoint_is_left_alone() {
        Endpoints.AttemptSlot underWay = requireNonNull(tries.begin(ONE));
        ReadyMessageDouble ready = tries.ready(ONE, true);
        clock.pass(Duration.ofMillis(1));

        tries.end(underWay, FAILED);

        assertThat(ready.begun).isFalse();
        assertThat(ready.withheld).isTrue();
    }

    @Test
    void what_is_ready_is_given_back_when_its_endpoint_is_no_longer_in_use() {
        requireNonNull(tries.begin(ONE));
        ReadyMessageDouble ready = tries.ready(ONE, true);

        tries.use(TWO);

        assertThat(ready.withheld).isTrue();
    }

    @Test
    void a_message_can_be_taken_back_until_it_begins() {
        Endpoints.AttemptSlot underWay = requireNonNull(tries.begin(ONE));
        ReadyMessageDouble ready = tries.ready(ONE, true);

        assertThat(ready.slot.takeBack(ready)).isTrue();
        assertThat(ready.slot.takeBack(ready)).isFalse();
        tries.end(underWay, ACCEPTED);

        assertThat(ready.begun).isFalse();
    }

    @Test
    void what_is_out_of_date_when_its_turn_comes_is_given_back_and_the_next_begins() {
        Endpoints.AttemptSlot underWay = requireNonNull(tries.begin(ONE));
        ReadyMessageDouble old = tries.ready(ONE, true);
        old.outdated = true;
        assertThat(old.withheld).isFalse();

        tries.end(underWay, ACCEPTED);

        assertThat(old.withheld).isTrue();
        assertThat(old.begun).isFalse();
        assertThat(tries.ready(ONE, true).begun).isTrue();
    }
}
