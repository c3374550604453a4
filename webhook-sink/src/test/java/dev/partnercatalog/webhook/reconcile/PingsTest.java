package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.Partition;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Pings that a partner requests, and the one that probes an endpoint which was resumed (D24, D25). */
class PingsTest {

    private final OnePartner one = new OnePartner(false);
    private final World world = one.world;
    private final Catalog.Partner partner = one.partner;

    PingsTest() {
        one.configure();
    }

    @Test
    @DisplayName("D25: a requested ping is sent as webhook.ping, once, and contains no records")
    void a_ping_goes_out_once() {
        ping(1);
        one.configure();

        ScriptedDelivery.Sent ping = world.delivery.onlyUnderWay();
        assertThat(ping.lane()).isNull();
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
            one.configure();
            world.delivery
                    .onlyUnderWay()
                    .end(List.of(
                                    Outcome.answered(410, null),
                                    Outcome.answered(422, null),
                                    Outcome.unanswered("timed out"))
                            .get(i - 1));
            world.turns(3);
        }

        assertThat(world.delivery.all()).hasSize(before + 3);
        assertThat(world.settle()).isEmpty();
        assertThat(world.left()).isZero();
    }

    @Test
    void a_ping_that_was_cut_off_is_sent_again() {
        ping(1);
        one.configure();
        world.delivery.onlyUnderWay();

        world.restart();
        world.turn();

        assertThat(world.delivery.onlyUnderWay().message().contents().ping()).isEqualTo(1);
    }

    @Test
    void each_of_a_few_pings_gets_its_own_answer_and_of_many_the_last_few_do() {
        ping(2);
        one.configure();
        Set<Long> numbers = new HashSet<>();
        Set<String> ids = new HashSet<>();
        world.settle().forEach(sent -> numbers.add(sent.message().contents().ping()));
        ping(1_000);
        one.configure();
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
        one.configure();
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
        one.configure();
        partner.control.setResumes(1);
        one.configure();
        assertThat(world.delivery.all()).isEmpty();

        world.delivery.resume(true);
        world.turn();

        ScriptedDelivery.Sent probe = world.delivery.onlyUnderWay();
        assertThat(probe.lane()).isNull();
        assertThat(probe.message().contents().ping()).isZero();
        assertThat(new String(probe.message().body(), StandardCharsets.UTF_8)).contains("\"webhook.ping\"");
        world.delivery.resume(false);
        probe.accept();
    }

    private void ping(long number) {
        partner.control.setPings(number);
    }
}
