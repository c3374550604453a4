package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.state.ScopedVariant;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a partner or an operator wants of a webhook, and what the home task of the partner does about it. */
class ControlTest {

    private static final ScopedVariant A = new ScopedVariant(1, 11, "A");
    private static final ScopedVariant B = new ScopedVariant(1, 11, "B");

    private final World world = new World(ReconcileLimits.DEFAULT, 8);
    private final Catalog.Partner partner = world.partner("p").allow(1, 11, false);

    ControlTest() {
        world.delivery.refuse(Lane.PROBE);
        configure();
    }

    @Test
    @DisplayName("D25: a requested ping is sent as webhook.ping, once, and contains no records")
    void a_ping_goes_out_once() {
        ping(1);
        configure();

        ScriptedDelivery.Sent ping = only();
        assertThat(ping.lane()).isEqualTo(Lane.PING);
        assertThat(new String(ping.message().body(), StandardCharsets.UTF_8))
                .matches("\\{\"type\":\"webhook.ping\",\"timestamp\":\"2026-[^\"]*Z\",\"data\":\\{}}");
        assertThat(ping.message().contents().ping()).isEqualTo(1);
        ping.accept();
        world.turns(10);
        assertThat(world.delivery.all()).hasSize(1);
        world.restart();
        world.turns(10);
        assertThat(world.delivery.all()).hasSize(1);
    }

    @Test
    void a_ping_whatever_its_outcome_leaves_what_is_due_as_it_was() {
        world.publish(A, "one", null);
        world.settle();
        int before = world.delivery.all().size();
        for (int i = 1; i <= 3; i++) {
            ping(i);
            configure();
            only().end(List.of(
                            Outcome.answered(410, null), Outcome.answered(422, null), Outcome.unanswered("timed out"))
                    .get(i - 1));
            world.turns(3);
        }

        assertThat(world.delivery.all()).hasSize(before + 3);
        assertThat(world.settle()).isEmpty();
        assertThat(world.store().count('d')).isZero();
    }

    @Test
    void a_ping_that_was_cut_off_is_sent_again() {
        ping(1);
        configure();
        only();

        world.restart();
        world.turn();

        assertThat(only().message().contents().ping()).isEqualTo(1);
    }

    @Test
    void each_of_a_few_pings_gets_its_own_answer_and_of_many_the_last_few_do() {
        ping(2);
        configure();
        Set<Long> numbers = new HashSet<>();
        Set<String> ids = new HashSet<>();
        world.settle().forEach(sent -> numbers.add(sent.message().contents().ping()));
        ping(1_000);
        configure();
        for (ScriptedDelivery.Sent sent : world.settle()) {
            numbers.add(sent.message().contents().ping());
            ids.add(sent.message().id());
        }

        assertThat(numbers).containsExactlyInAnyOrder(1L, 2L, 998L, 999L, 1_000L);
        assertThat(ids).hasSize(3);
    }

    @Test
    @DisplayName("D24: if the webhook is disabled, no ping is sent, and the log of attempts says so")
    void a_ping_of_a_disabled_webhook_is_answered_without_being_sent() {
        partner.active = false;
        ping(1);
        configure();
        world.turns(5);

        assertThat(world.delivery.all()).isEmpty();
        assertThat(world.attempts).singleElement().satisfies(attempt -> {
            assertThat(attempt.getPing()).isEqualTo(1);
            assertThat(attempt.getOutcome()).isEqualTo(AttemptOutcome.FAILED);
            assertThat(attempt.getError()).isEqualTo("disabled");
            assertThat(attempt.getHttpStatus()).isNull();
        });
        world.restart();
        world.turns(5);
        assertThat(world.attempts).extracting(WebhookAttempt::getPing).containsExactly(1L);
    }

    @Test
    void only_the_home_of_a_partner_sends_its_pings() {
        Set<Integer> homes = new HashSet<>();
        for (int number = 0; number < 24; number++) {
            if (new Partition(number, 24).isHomeOf("p")) {
                homes.add(number);
            }
        }
        assertThat(homes).hasSize(1);
    }

    @Test
    void a_resumed_endpoint_is_probed_where_the_delivery_asks_for_it() {
        configure();
        partner.control.setResumes(1);
        configure();
        assertThat(world.delivery.all()).isEmpty();

        world.delivery.admit(Lane.PROBE);
        world.turn();

        ScriptedDelivery.Sent probe = only();
        assertThat(probe.lane()).isEqualTo(Lane.PROBE);
        assertThat(probe.message().contents().ping()).isZero();
        assertThat(new String(probe.message().body(), StandardCharsets.UTF_8)).contains("\"webhook.ping\"");
        world.delivery.refuse(Lane.PROBE);
        probe.accept();
    }

    @Test
    @DisplayName("D24: if the partner requests everything again, it is sent once, with new ids")
    void a_resync_sends_everything_again() {
        world.publish(A, "one", null);
        world.publish(B, "two", null);
        Set<String> ids = new HashSet<>();
        world.settle().forEach(sent -> ids.add(sent.message().id()));

        partner.control.setResyncs(1);
        configure();
        List<ScriptedDelivery.Sent> again = world.settle();

        assertThat(again).singleElement().satisfies(sent -> {
            assertThat(sent.records().variants()).isEqualTo(world.wanted(partner));
            assertThat(sent.lane()).isEqualTo(Lane.BACKLOG);
            assertThat(ids).doesNotContain(sent.message().id());
        });
        world.restart();
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void a_resync_that_is_asked_for_in_the_middle_of_another_begins_anew() {
        for (int i = 0; i < 250; i++) {
            world.publish(new ScopedVariant(1, 11, "b" + i), "name", null);
        }
        world.settle();
        partner.control.setResyncs(1);
        configure();
        world.turns(2);
        partner.control.setResyncs(2);
        configure();

        Set<ScopedVariant> again = new HashSet<>();
        world.settle().forEach(sent -> again.addAll(sent.records().all()));
        assertThat(again).hasSize(250);
        assertThat(world.settle()).isEmpty();
    }

    @Test
    @DisplayName("D32: a part that is requested again is sent again, once, and nothing else is")
    void a_part_is_sent_again() {
        ScopedVariant company = new ScopedVariant(1, 1, "A");
        ScopedVariant elsewhere = new ScopedVariant(2, 21, "A");
        partner.allow(1, 1, false).allow(2, 21, false);
        configure();
        for (ScopedVariant variant : List.of(A, B, company, elsewhere)) {
            world.publish(variant, "name", null);
        }
        world.settle();

        assertThat(resync(1, null, null)).containsExactlyInAnyOrder(A, B, company);
        assertThat(resync(1, 11L, null)).containsExactlyInAnyOrder(A, B);
        assertThat(resync(1, 1L, null)).containsExactly(company);
        assertThat(resync(1, 11L, "B")).containsExactly(B);
        assertThat(resync(1, 12L, null)).isEmpty();
        assertThat(resync(1, 11L, "C")).isEmpty();
        world.restart();
        assertThat(world.settle()).isEmpty();
    }

    @Test
    @DisplayName("D32: a part that is requested again is sent even if every attempt fails at first")
    void a_part_is_sent_again_though_it_never_left_at_first() {
        world.publish(A, "name", null);
        world.settle();
        ask(1, 11L, "A");
        world.turn();
        only().end(Outcome.unsent("can't be reached"));

        assertThat(world.settle())
                .singleElement()
                .satisfies(sent -> assertThat(sent.records().variants()).containsOnlyKeys(A));
    }

    @Test
    @DisplayName("D32: what is in flight when its part is requested again is sent once more")
    void what_is_under_way_when_it_is_asked_for_again_is_sent_once_more() {
        world.publish(A, "name", null);
        world.turn();
        ScriptedDelivery.Sent before = only();
        ask(1, null, null);
        world.turns(5);
        assertThat(world.delivery.all()).hasSize(1);
        before.accept();

        assertThat(world.settle())
                .singleElement()
                .satisfies(sent -> assertThat(sent.records().variants()).containsOnlyKeys(A));
    }

    @Test
    @DisplayName("D32: if more parts were requested than are kept, everything is sent again")
    void parts_that_were_missed_are_sent_again_with_everything() {
        world.publish(A, "name", null);
        world.publish(B, "name", null);
        world.settle();
        ask(1, 11L, "A");
        world.settle();
        ResyncScope nothing = new ResyncScope(1L, 12L, null);
        partner.control.setScopedResyncs(List.of(new ScopedResync(5L, nothing), new ScopedResync(6L, nothing)));
        world.configure();

        Set<ScopedVariant> sent = new HashSet<>();
        world.settle().forEach(message -> assertThat(message.records().all()).allMatch(sent::add));

        assertThat(sent).containsExactlyInAnyOrder(A, B);
        world.restart();
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void a_variant_that_goes_on_changing_stops_no_resync() {
        world.publish(A, "name", null);
        world.publish(B, "name", null);
        world.settle();
        world.publish(A, "before", null);
        world.turn();
        ask(1, 11L, null);

        boolean sent = false;
        for (int i = 0; i < 20 && !sent; i++) {
            world.publish(A, "name " + i, null);
            world.delivery.underWay().forEach(ScriptedDelivery.Sent::accept);
            world.turn();
            sent = world.delivery.underWay().stream()
                    .anyMatch(message -> message.records().variants().containsKey(B));
        }

        assertThat(sent).isTrue();
    }

    private Set<ScopedVariant> resync(long companyId, @Nullable Long locationId, @Nullable String barcode) {
        ask(companyId, locationId, barcode);
        Set<ScopedVariant> sent = new HashSet<>();
        world.settle().forEach(message -> assertThat(message.records().all()).allMatch(sent::add));
        return sent;
    }

    private void ask(long companyId, @Nullable Long locationId, @Nullable String barcode) {
        List<ScopedResync> asked = new ArrayList<>(partner.control.getScopedResyncs());
        asked.add(new ScopedResync(asked.size() + 1L, new ResyncScope(companyId, locationId, barcode)));
        partner.control.setScopedResyncs(asked);
        world.configure();
    }

    @Test
    void what_was_formed_when_the_operator_takes_hold_does_not_go_out() {
        world.publish(A, "one", null);
        world.read(1);
        world.tick();
        partner.control.setSuspended(true);
        world.configure();
        world.tick();

        world.commit();

        assertThat(world.delivery.all()).isEmpty();
        partner.control.setSuspended(false);
        configure();
        assertThat(world.settle()).hasSize(1);
    }

    private void ping(long number) {
        partner.control.setPings(number);
    }

    private void configure() {
        world.configure();
        world.turn();
    }

    private ScriptedDelivery.Sent only() {
        assertThat(world.delivery.underWay()).hasSize(1);
        return world.delivery.underWay().get(0);
    }
}
