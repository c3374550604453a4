package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.Tries.ACCEPTED;
import static dev.partnercatalog.webhook.delivery.Tries.ONE;
import static dev.partnercatalog.webhook.delivery.Tries.settings;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D24: if the partner wants time between messages, tasks take turns")
class TaskTurnsTest {

    private final Tries tries = new Tries(16);
    private final Endpoints endpoints = tries.endpoints();
    private final ManualClock clock = tries.clock;
    private final List<String> sent = new ArrayList<>();

    TaskTurnsTest() {
        tries.configure(settings(ONE, 10));
    }

    @Test
    void each_in_the_order_in_which_they_began_to_wait() {
        ask(60_001, "0", "1", "2", "3");
        assertThat(sent).containsExactly("0", "1", "2", "3", "0", "1", "2");
    }

    @Test
    void a_change_waits_for_no_more_than_those_that_wait_already() {
        ask(15_000, "0", "1");
        ask(30_000, "0", "1", "2");
        assertThat(sent).containsExactly("0", "1", "0", "1", "2");
    }

    @Test
    void one_that_gives_its_turn_back_is_the_last_of_those_that_wait() {
        for (int i = 0; i < 3; i++) {
            Endpoints.AttemptSlot slot = requireNonNull(endpoints.tryAcquire(ONE, Priority.BACKLOG, "0"));
            assertThat(endpoints.tryAcquire(ONE, Priority.LIVE, "1")).isNull();
            endpoints.released(slot);
            assertThat(endpoints.tryAcquire(ONE, Priority.BACKLOG, "0")).isNull();
            endpoints.released(requireNonNull(endpoints.tryAcquire(ONE, Priority.LIVE, "1")));
        }
    }

    @Test
    void one_that_is_gone_holds_the_others_up_for_two_seconds() {
        ask(9_990, "0", "gone", "1");
        ask(2_000, "1", "0");
        assertThat(sent).containsExactly("0");
        ask(10, "1", "0");
        assertThat(sent).containsExactly("0", "1");
    }

    @Test
    void each_also_while_slow_commits_let_them_ask_now_and_then_only() {
        ask(60_000, 1_500, "0", "1", "2", "3");
        assertThat(sent).containsExactly("0", "1", "2", "3", "0", "1");
    }

    @Test
    void one_that_is_busy_keeps_its_place() {
        ask(5, "0", "busy");
        ask(9_990, "0");
        ask(20, "0", "busy");
        assertThat(sent).containsExactly("0", "busy");
    }

    private void ask(int millis, String... tasks) {
        ask(millis, 5, tasks);
    }

    /** The tasks ask in one thread, and so always in the same order. */
    private void ask(int millis, int pause, String... tasks) {
        for (int passed = 0; passed < millis; passed += pause) {
            for (String task : tasks) {
                Endpoints.AttemptSlot slot = tries.begin(ONE, Priority.BACKLOG, task);
                if (slot != null) {
                    sent.add(task);
                    tries.end(slot, ACCEPTED);
                }
            }
            clock.pass(Duration.ofMillis(pause));
        }
    }
}
