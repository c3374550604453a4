package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookSettings;
import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("D26: which endpoint may be tried when")
class EndpointsTest {

    private static final int BYTES = 1_000;
    private static final String TASK = "task";
    private static final Endpoint ONE = new Endpoint("one", "https://one.example/");
    private static final Endpoint TWO = new Endpoint("two", "https://two.example/");
    private static final Outcome STALE = Outcome.stale("closed");
    private static final Outcome ACCEPTED = Outcome.answered(200, null);
    private static final Outcome FAILED = Outcome.answered(500, null);
    private static final Outcome REFUSED = Outcome.answered(422, null);

    private final ManualClock clock = new ManualClock();
    private final Endpoints endpoints = new Endpoints(
            new EndpointLimits(4, 16, EndpointLimits.SUSPEND_AFTER),
            clock,
            new Backoff(new Random(1)),
            new HealthRecordsInMemory());

    EndpointsTest() {
        use(ONE, TWO);
    }

    @Test
    void an_endpoint_starts_with_one_attempt_and_gets_one_more_for_each_success() {
        for (int places : List.of(1, 2, 3, 4, 4)) {
            List<Endpoints.AttemptSlot> taken = takeAll(ONE, Lane.LIVE);
            assertThat(taken).hasSize(places);
            endpoints.completed(taken.get(0), clock.instant(), ACCEPTED, BYTES);
            taken.subList(1, taken.size()).forEach(slot -> endpoints.completed(slot, clock.instant(), STALE, BYTES));
        }
    }

    @Test
    void the_backlog_leaves_one_place_for_live_changes() {
        prove(ONE);

        assertThat(takeAll(ONE, Lane.BACKLOG)).hasSize(3);
        assertThat(takeAll(ONE, Lane.LIVE)).hasSize(1);
    }

    @Test
    @DisplayName("D24: the time that a partner wants between messages also applies to attempts at one message")
    void messages_are_as_far_apart_as_the_partner_wants() {
        prove(ONE);
        use(settings(ONE, 10), settings(TWO, 0));
        clock.pass(Duration.ofSeconds(10));

        Endpoints.AttemptSlot ready = requireNonNull(endpoints.tryAcquire(ONE, Lane.LIVE, TASK));
        assertThat(tryOnce(ONE)).as("one message at a time is made ready").isNull();
        endpoints.released(ready);
        Endpoints.AttemptSlot first = requireNonNull(tryOnce(ONE));
        clock.pass(Duration.ofMillis(9_999));
        assertThat(tryOnce(ONE)).isNull();
        assertThat(tryOnce(TWO)).as("another's").isNotNull();
        assertThat(endpoints.tryAcquire(ONE, Lane.PING, TASK)).as("a ping").isNotNull();
        clock.pass(Duration.ofMillis(1));
        assertThat(tryOnce(ONE)).as("the first one isn't answered yet").isNull();
        endpoints.completed(first, clock.instant(), ACCEPTED, BYTES);
        Endpoints.AttemptSlot second = requireNonNull(tryOnce(ONE));
        endpoints.completed(second, clock.instant(), ACCEPTED, BYTES);
        assertThat(tryOnce(ONE)).isNull();

        use(settings(ONE, 0), settings(TWO, 0));
        assertThat(tryOnce(ONE)).as("without the setting").isNotNull();
    }

    @Test
    void a_place_that_was_not_needed_makes_no_message_wait() {
        use(settings(ONE, 3_600));
        endpoints.released(requireNonNull(endpoints.tryAcquire(ONE, Lane.LIVE, TASK)));
        assertThat(tryOnce(ONE)).isNotNull();
    }

    @Test
    void a_clock_that_is_set_back_makes_no_message_wait_for_longer() {
        use(settings(ONE, 10));
        succeed(ONE);
        clock.pass(Duration.ofDays(-1));
        assertThat(tryOnce(ONE)).isNotNull();
    }

    @Test
    void the_repetition_over_another_connection_needs_no_time_between_messages() {
        use(settings(ONE, 3_600));
        endpoints.completed(requireNonNull(tryOnce(ONE)), clock.instant(), STALE, BYTES);
        succeed(ONE);
        assertThat(tryOnce(ONE)).isNull();
    }

    @Test
    @DisplayName("D24: a new time between messages applies to those that are ready too")
    void what_is_ready_is_given_back_when_the_partner_wants_more_time_between_messages() {
        Endpoints.AttemptSlot underWay = requireNonNull(tryOnce(ONE));
        Ready ready = ready(ONE, Lane.LIVE);

        use(settings(ONE, 60), settings(TWO, 0));

        assertThat(ready.withheld).isTrue();
        endpoints.released(ready.slot);
        endpoints.completed(underWay, clock.instant(), ACCEPTED, BYTES);
        assertThat(ready.begun).isFalse();
        assertThat(tryOnce(ONE)).isNull();
        clock.pass(Duration.ofSeconds(60));
        assertThat(tryOnce(ONE)).isNotNull();
    }

    @Test
    void of_several_that_were_made_ready_before_one_begins_where_messages_are_far_apart() {
        prove(ONE);
        List<Ready> ready = Stream.generate(() -> new Ready(requireNonNull(endpoints.tryAcquire(ONE, Lane.LIVE, TASK))))
                .limit(3)
                .toList();
        use(settings(ONE, 60));
        clock.pass(Duration.ofSeconds(60));

        ready.forEach(message -> endpoints.offer(message.slot, message));

        assertThat(ready.get(0).begun).isTrue();
        assertThat(ready.subList(1, 3))
                .allSatisfy(message -> assertThat(message.withheld).isTrue());
    }

    @Nested
    @DisplayName("D24: if the partner wants time between messages, tasks take turns")
    class TurnsOfTasks {

        private final List<String> sent = new ArrayList<>();

        TurnsOfTasks() {
            use(settings(ONE, 10));
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
                Endpoints.AttemptSlot slot = requireNonNull(endpoints.tryAcquire(ONE, Lane.BACKLOG, "0"));
                assertThat(endpoints.tryAcquire(ONE, Lane.LIVE, "1")).isNull();
                endpoints.released(slot);
                assertThat(endpoints.tryAcquire(ONE, Lane.BACKLOG, "0")).isNull();
                endpoints.released(requireNonNull(endpoints.tryAcquire(ONE, Lane.LIVE, "1")));
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
                    Endpoints.AttemptSlot slot = Tries.begin(endpoints, ONE, Lane.BACKLOG, task);
                    if (slot != null) {
                        sent.add(task);
                        endpoints.completed(slot, clock.instant(), ACCEPTED, BYTES);
                    }
                }
                clock.pass(Duration.ofMillis(pause));
            }
        }
    }

    private static EndpointSettings settings(Endpoint endpoint, int seconds) {
        return EndpointSettings.of(
                endpoint,
                WebhookControl.newBuilder()
                        .setSettings(WebhookSettings.newBuilder()
                                .setSecondsBetweenMessages(seconds)
                                .build())
                        .build(),
                true);
    }

    private void use(EndpointSettings... settings) {
        endpoints.configure(List.of(settings));
    }

    @Test
    void after_a_failure_it_is_left_alone_and_then_tried_once_at_a_time() {
        prove(ONE);
        fail(ONE, FAILED);

        assertThat(tryOnce(ONE)).isNull();
        clock.pass(Duration.ofMillis(999));
        assertThat(tryOnce(ONE)).isNull();
        clock.pass(Duration.ofMillis(300));
        assertThat(takeAll(ONE, Lane.LIVE)).hasSize(1);
    }

    @Test
    void pauses_grow_with_each_failure_and_end_with_a_success() {
        long previous = 0;
        for (int i = 0; i < 9; i++) {
            fail(ONE, FAILED);
            long pause = pause(ONE);
            assertThat(pause).isGreaterThan(previous);
            previous = pause;
            clock.pass(Duration.ofMillis(pause));
        }
        succeed(ONE);
        fail(ONE, FAILED);

        assertThat(pause(ONE)).isLessThan(1_300);
    }

    @Test
    void attempts_that_fail_together_count_as_one_failure() {
        prove(ONE);
        Instant started = clock.instant();
        List<Endpoints.AttemptSlot> together = takeAll(ONE, Lane.LIVE);
        clock.pass(Duration.ofSeconds(15));
        together.forEach(slot -> endpoints.completed(slot, started, FAILED, BYTES));

        assertThat(state(ONE).failures()).isEqualTo(1);
    }

    @Test
    void what_the_endpoint_asks_for_is_honoured() {
        fail(ONE, Outcome.answered(429, Duration.ofSeconds(90)));

        clock.pass(Duration.ofSeconds(89));
        assertThat(tryOnce(ONE)).isNull();
        clock.pass(Duration.ofSeconds(1));
        assertThat(tryOnce(ONE)).isNotNull();
    }

    @Test
    void gone_suspends_it_until_its_setting_changes() {
        fail(ONE, Outcome.answered(410, null));

        clock.pass(Duration.ofDays(400));
        assertThat(tryOnce(ONE)).isNull();
        assertThat(state(ONE).status()).isEqualTo(Status.SUSPENDED);
        assertThat(state(ONE).reason()).contains("410");

        Endpoint changed = new Endpoint("one", "https://new.example/");
        use(changed, TWO);
        assertThat(tryOnce(changed)).isNotNull();
    }

    @Test
    void a_webhook_that_is_switched_off_and_on_again_starts_anew() {
        fail(ONE, Outcome.answered(410, null));

        use(ONE, TWO);
        assertThat(tryOnce(ONE)).isNull();
        use(TWO);
        use(ONE, TWO);

        assertThat(tryOnce(ONE)).isNotNull();
    }

    @Test
    void five_days_of_nothing_but_failures_suspend_it() {
        Instant began = clock.instant();
        while (state(ONE).status() != Status.SUSPENDED) {
            fail(ONE, FAILED);
            clock.pass(Duration.ofMinutes(10));
        }

        assertThat(Duration.between(began, clock.instant())).isBetween(Duration.ofDays(5), Duration.ofHours(121));
        assertThat(state(ONE).reason()).contains("5 days");
    }

    @Test
    void one_success_in_five_days_keeps_it_going() {
        for (int i = 0; i < 10 * 24 * 6; i++) {
            if (i % 700 == 699) {
                succeed(ONE);
            } else {
                fail(ONE, FAILED);
            }
            clock.pass(Duration.ofMinutes(10));
        }

        assertThat(state(ONE).status()).isEqualTo(Status.BACKING_OFF);
    }

    @Test
    void a_refused_message_does_not_slow_its_endpoint_down() {
        prove(ONE);
        for (int i = 0; i < 14; i++) {
            fail(ONE, REFUSED);
        }
        succeed(ONE);
        for (int i = 0; i < 14; i++) {
            fail(ONE, REFUSED);
        }

        assertThat(state(ONE).status()).isEqualTo(Status.HEALTHY);
        assertThat(takeAll(ONE, Lane.LIVE)).hasSize(4);
    }

    @Test
    void an_endpoint_that_refuses_everything_is_taken_to_be_at_fault() {
        for (int i = 0; i < 21; i++) {
            fail(ONE, REFUSED);
        }

        assertThat(state(ONE).status()).isEqualTo(Status.BACKING_OFF);
        assertThat(tryOnce(ONE)).isNull();
    }

    @Test
    void a_record_that_was_refused_before_says_nothing_new_and_is_tried_one_at_a_time() {
        prove(ONE);
        for (int i = 0; i < 100; i++) {
            List<Endpoints.AttemptSlot> taken = takeAll(ONE, Lane.REFUSED);
            assertThat(taken).hasSize(1);
            endpoints.completed(taken.get(0), clock.instant(), REFUSED, BYTES);
        }

        assertThat(state(ONE).status()).isEqualTo(Status.HEALTHY);
    }

    @Test
    void however_many_endpoints_hang_those_that_answer_find_room() {
        List<Endpoint> hanging = many("hanging", 100);
        use(Stream.concat(Stream.of(ONE), hanging.stream()).toArray(Endpoint[]::new));
        prove(ONE);
        hanging.forEach(endpoint -> takeAll(endpoint, Lane.LIVE));

        assertThat(endpoints.inFlight()).isEqualTo(8);
        assertThat(takeAll(ONE, Lane.LIVE)).hasSize(4);
    }

    @Test
    void an_endpoint_accepts_lately_for_a_second_after_it_did_whatever_the_clock_says_later() {
        assertThat(endpoints.hasAcceptedLately(ONE)).isFalse();
        succeed(ONE);
        assertThat(endpoints.hasAcceptedLately(ONE)).isTrue();
        clock.pass(Duration.ofMillis(-1));
        assertThat(endpoints.hasAcceptedLately(ONE)).isFalse();
        clock.pass(Duration.ofSeconds(1));
        assertThat(endpoints.hasAcceptedLately(ONE)).isTrue();
        clock.pass(Duration.ofMillis(1));
        assertThat(endpoints.hasAcceptedLately(ONE)).isFalse();
    }

    @Test
    void the_process_never_holds_more_than_its_bound() {
        List<Endpoint> many = many("p", 10);
        use(many.toArray(Endpoint[]::new));
        many.forEach(this::prove);
        many.forEach(endpoint -> takeAll(endpoint, Lane.LIVE));

        assertThat(endpoints.inFlight()).isEqualTo(16);
    }

    @Test
    void a_state_says_since_when_and_why_and_until_when() {
        prove(ONE);
        Instant accepted = clock.instant();
        clock.pass(Duration.ofHours(1));
        fail(ONE, Outcome.unanswered("no answer: timed out"));

        EndpointState state = state(ONE);
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
        prove(ONE);
        WebhookControl held = WebhookControl.newBuilder().build();
        held.setSuspended(true);
        endpoints.configure(List.of(EndpointSettings.of(ONE, held, true)));

        assertThat(tryOnce(ONE)).isNull();
        assertThat(state(ONE).status()).isEqualTo(Status.SUSPENDED);
        assertThat(state(ONE).reason()).isEqualTo("held by an operator");

        use(ONE);
        assertThat(tryOnce(ONE)).isNotNull();
        assertThat(state(ONE).status()).isEqualTo(Status.HEALTHY);
    }

    @Test
    void what_is_resent_leaves_room_to_what_has_just_changed() {
        List<Endpoint> many = many("p", 10);
        use(many.toArray(Endpoint[]::new));
        many.forEach(this::prove);

        many.forEach(endpoint -> takeAll(endpoint, Lane.BACKLOG));

        assertThat(endpoints.inFlight()).isEqualTo(12);
        assertThat(takeAll(many.get(9), Lane.LIVE)).hasSize(4);
    }

    @Test
    void a_ready_message_begins_when_an_attempt_ends() {
        Endpoints.AttemptSlot underWay = requireNonNull(tryOnce(ONE));
        Ready resent = ready(ONE, Lane.LIVE);
        assertThat(resent.begun).isFalse();

        endpoints.completed(underWay, clock.instant(), ACCEPTED, BYTES);

        assertThat(resent.begun).isTrue();
    }

    @Test
    void live_changes_that_are_ready_begin_before_what_is_resent() {
        succeed(ONE);
        succeed(ONE);
        List<Endpoints.AttemptSlot> underWay =
                List.of(requireNonNull(tryOnce(ONE)), requireNonNull(tryOnce(ONE)), requireNonNull(tryOnce(ONE)));
        Ready resent = ready(ONE, Lane.BACKLOG);
        Ready live = ready(ONE, Lane.LIVE);

        endpoints.completed(underWay.get(0), clock.instant(), STALE, BYTES);

        assertThat(live.begun).isTrue();
        assertThat(resent.begun).isFalse();
    }

    @Test
    void what_is_ready_is_given_back_when_its_endpoint_is_left_alone() {
        Endpoints.AttemptSlot underWay = requireNonNull(tryOnce(ONE));
        Ready ready = ready(ONE, Lane.LIVE);
        clock.pass(Duration.ofMillis(1));

        endpoints.completed(underWay, clock.instant(), FAILED, BYTES);

        assertThat(ready.begun).isFalse();
        assertThat(ready.withheld).isTrue();
    }

    @Test
    void what_is_ready_is_given_back_when_its_endpoint_is_no_longer_in_use() {
        requireNonNull(tryOnce(ONE));
        Ready ready = ready(ONE, Lane.LIVE);

        use(TWO);

        assertThat(ready.withheld).isTrue();
    }

    @Test
    void a_message_can_be_taken_back_until_it_begins() {
        Endpoints.AttemptSlot underWay = requireNonNull(tryOnce(ONE));
        Ready ready = ready(ONE, Lane.LIVE);

        assertThat(endpoints.takeBack(ready.slot, ready)).isTrue();
        assertThat(endpoints.takeBack(ready.slot, ready)).isFalse();
        endpoints.completed(underWay, clock.instant(), ACCEPTED, BYTES);

        assertThat(ready.begun).isFalse();
    }

    @Test
    void what_is_out_of_date_when_its_turn_comes_is_given_back_and_the_next_begins() {
        Endpoints.AttemptSlot underWay = requireNonNull(tryOnce(ONE));
        Ready old = ready(ONE, Lane.LIVE);
        old.outdated = true;
        assertThat(old.withheld).isFalse();

        endpoints.completed(underWay, clock.instant(), ACCEPTED, BYTES);

        assertThat(old.withheld).isTrue();
        assertThat(old.begun).isFalse();
        assertThat(ready(ONE, Lane.LIVE).begun).isTrue();
    }

    private Ready ready(Endpoint endpoint, Lane lane) {
        Ready message = new Ready(requireNonNull(endpoints.tryAcquire(endpoint, lane, TASK)));
        endpoints.offer(message.slot, message);
        return message;
    }

    private static final class Ready implements ReadyMessage {

        private final Endpoints.AttemptSlot slot;
        private boolean outdated;
        private boolean begun;
        private boolean withheld;

        Ready(Endpoints.AttemptSlot slot) {
            this.slot = slot;
        }

        @Override
        public Lane lane() {
            return slot.lane();
        }

        @Override
        public boolean isOutdated() {
            return outdated;
        }

        @Override
        public void begin() {
            begun = true;
        }

        @Override
        public void withhold() {
            withheld = true;
        }
    }

    @Test
    void an_endpoint_that_is_not_in_use_is_not_tried() {
        assertThat(tryOnce(new Endpoint("one", "https://other.example/"))).isNull();
        assertThat(tryOnce(new Endpoint("three", ONE.url()))).isNull();
    }

    private static List<Endpoint> many(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Endpoint(prefix + i, "https://many.example/"))
                .toList();
    }

    private void use(Endpoint... inUse) {
        endpoints.configure(Stream.of(inUse)
                .map(endpoint -> EndpointSettings.of(
                        endpoint, WebhookControl.newBuilder().build(), true))
                .toList());
    }

    private void prove(Endpoint endpoint) {
        for (int i = 0; i < 4; i++) {
            succeed(endpoint);
        }
    }

    private void succeed(Endpoint endpoint) {
        endpoints.completed(requireNonNull(tryOnce(endpoint)), clock.instant(), ACCEPTED, BYTES);
    }

    /** One attempt that began a moment after the previous one. */
    private void fail(Endpoint endpoint, Outcome outcome) {
        clock.pass(Duration.ofMillis(1));
        endpoints.completed(requireNonNull(tryOnce(endpoint)), clock.instant(), outcome, BYTES);
    }

    private Endpoints.@Nullable AttemptSlot tryOnce(Endpoint endpoint) {
        return Tries.begin(endpoints, endpoint, Lane.LIVE);
    }

    private List<Endpoints.AttemptSlot> takeAll(Endpoint endpoint, Lane lane) {
        List<Endpoints.AttemptSlot> taken = new ArrayList<>();
        for (Endpoints.AttemptSlot slot = Tries.begin(endpoints, endpoint, lane);
                slot != null;
                slot = Tries.begin(endpoints, endpoint, lane)) {
            taken.add(slot);
        }
        return taken;
    }

    private long pause(Endpoint endpoint) {
        return Duration.between(clock.instant(), requireNonNull(state(endpoint).retryAt()))
                .toMillis();
    }

    private EndpointState state(Endpoint endpoint) {
        return endpoints.states().stream()
                .filter(state -> state.partnerId().equals(endpoint.partnerId()))
                .findFirst()
                .orElseGet(() ->
                        new EndpointState("", Status.HEALTHY, 0, null, null, null, null, 0, null, null, null, null));
    }
}
