package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.Tries.ACCEPTED;
import static dev.partnercatalog.webhook.delivery.Tries.FAILED;
import static dev.partnercatalog.webhook.delivery.Tries.ONE;
import static dev.partnercatalog.webhook.delivery.Tries.STALE;
import static dev.partnercatalog.webhook.delivery.Tries.TWO;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a message that is ready begins, and when it is given back. */
@DisplayName("D26: which endpoint may be tried when")
class ReadyMessageTest {

    private final Tries tries = new Tries(16, ONE, TWO);
    private final Endpoints endpoints = tries.endpoints();
    private final ManualClock clock = tries.clock;

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

        assertThat(endpoints.takeBack(ready.slot, ready)).isTrue();
        assertThat(endpoints.takeBack(ready.slot, ready)).isFalse();
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
