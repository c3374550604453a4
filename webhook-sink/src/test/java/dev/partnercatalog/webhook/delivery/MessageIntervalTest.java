package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.Tries.ACCEPTED;
import static dev.partnercatalog.webhook.delivery.Tries.ONE;
import static dev.partnercatalog.webhook.delivery.Tries.OTHER_TASK;
import static dev.partnercatalog.webhook.delivery.Tries.STALE;
import static dev.partnercatalog.webhook.delivery.Tries.TWO;
import static dev.partnercatalog.webhook.delivery.Tries.settings;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D24, D26: a partner may want time between messages")
class MessageIntervalTest {

    private final Tries tries = new Tries(16, ONE, TWO);
    private final Endpoints endpoints = tries.endpoints();
    private final ManualClock clock = tries.clock;

    @Test
    @DisplayName("D24: the time that a partner wants between messages also applies to attempts at one message")
    void messages_are_as_far_apart_as_the_partner_wants() {
        tries.prove(ONE);
        tries.configure(settings(ONE, 10), settings(TWO, 0));
        clock.pass(Duration.ofSeconds(10));

        Endpoints.AttemptSlot ready = requireNonNull(endpoints.tryAcquire(ONE, Priority.LIVE, OTHER_TASK));
        assertThat(tries.begin(ONE)).as("one message at a time is made ready").isNull();
        endpoints.released(ready);
        Endpoints.AttemptSlot first = requireNonNull(tries.begin(ONE));
        clock.pass(Duration.ofMillis(9_999));
        assertThat(tries.begin(ONE)).isNull();
        assertThat(tries.begin(TWO)).as("another's").isNotNull();
        assertThat(endpoints.tryAcquire(ONE, Priority.PING, OTHER_TASK))
                .as("a ping")
                .isNotNull();
        clock.pass(Duration.ofMillis(1));
        assertThat(tries.begin(ONE)).as("the first one isn't answered yet").isNull();
        tries.end(first, ACCEPTED);
        Endpoints.AttemptSlot second = requireNonNull(tries.begin(ONE));
        tries.end(second, ACCEPTED);
        assertThat(tries.begin(ONE)).isNull();

        tries.configure(settings(ONE, 0), settings(TWO, 0));
        assertThat(tries.begin(ONE)).as("without the setting").isNotNull();
    }

    @Test
    void a_place_that_was_not_needed_makes_no_message_wait() {
        tries.configure(settings(ONE, 3_600));
        endpoints.released(requireNonNull(endpoints.tryAcquire(ONE, Priority.LIVE, OTHER_TASK)));
        assertThat(tries.begin(ONE)).isNotNull();
    }

    @Test
    void a_clock_that_is_set_back_makes_no_message_wait_for_longer() {
        tries.configure(settings(ONE, 10));
        tries.attempt(ONE, ACCEPTED);
        clock.pass(Duration.ofDays(-1));
        assertThat(tries.begin(ONE)).isNotNull();
    }

    @Test
    void the_repetition_over_another_connection_needs_no_time_between_messages() {
        tries.configure(settings(ONE, 3_600));
        tries.end(requireNonNull(tries.begin(ONE)), STALE);
        tries.attempt(ONE, ACCEPTED);
        assertThat(tries.begin(ONE)).isNull();
    }

    @Test
    @DisplayName("D24: a new time between messages applies to those that are ready too")
    void what_is_ready_is_given_back_when_the_partner_wants_more_time_between_messages() {
        Endpoints.AttemptSlot underWay = requireNonNull(tries.begin(ONE));
        ReadyMessageDouble ready = tries.ready(ONE, Priority.LIVE);

        tries.configure(settings(ONE, 60), settings(TWO, 0));

        assertThat(ready.withheld).isTrue();
        endpoints.released(ready.slot);
        tries.end(underWay, ACCEPTED);
        assertThat(ready.begun).isFalse();
        assertThat(tries.begin(ONE)).isNull();
        clock.pass(Duration.ofSeconds(60));
        assertThat(tries.begin(ONE)).isNotNull();
    }

    @Test
    void of_several_that_were_made_ready_before_one_begins_where_messages_are_far_apart() {
        tries.prove(ONE);
        List<ReadyMessageDouble> ready = Stream.generate(() ->
                        new ReadyMessageDouble(requireNonNull(endpoints.tryAcquire(ONE, Priority.LIVE, OTHER_TASK))))
                .limit(3)
                .toList();
        tries.configure(settings(ONE, 60));
        clock.pass(Duration.ofSeconds(60));

        ready.forEach(message -> endpoints.offer(message.slot, message));

        assertThat(ready.get(0).begun).isTrue();
        assertThat(ready.subList(1, 3))
                .allSatisfy(message -> assertThat(message.withheld).isTrue());
    }
}
