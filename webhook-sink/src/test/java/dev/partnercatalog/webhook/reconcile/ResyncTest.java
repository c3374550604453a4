package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.A;
import static dev.partnercatalog.webhook.reconcile.OnePartner.B;
import static dev.partnercatalog.webhook.reconcile.OnePartner.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a partner requests again: everything, or a part (D24, D32). */
class ResyncTest {

    private final OnePartner one = new OnePartner(false);
    private final World world = one.world;
    private final Catalog.Partner partner = one.partner;

    ResyncTest() {
        one.configure();
    }

    @Test
    @DisplayName("D24: if the partner requests everything again, it is sent once, with new ids")
    void a_resync_sends_everything_again() {
        world.publish(A, "one", null);
        world.publish(B, "two", null);
        Set<String> ids = new HashSet<>();
        world.settle().forEach(sent -> ids.add(sent.message().id()));

        partner.control.setResyncs(1);
        one.configure();
        List<ScriptedDelivery.Sent> again = world.settle();

        assertThat(again).singleElement().satisfies(sent -> {
            assertThat(sent.records().variants()).isEqualTo(world.wanted(partner));
            assertThat(sent.terms().isUrgent()).isFalse();
            assertThat(ids).doesNotContain(sent.message().id());
        });
        world.restart();
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void a_resync_that_is_asked_for_in_the_middle_of_another_begins_anew() {
        for (int i = 0; i < 250; i++) {
            world.publish(at("b" + i), "name", null);
        }
        world.settle();
        partner.control.setResyncs(1);
        one.configure();
        world.turns(2);
        partner.control.setResyncs(2);
        one.configure();

        Set<ScopedVariant> again = new HashSet<>();
        world.settle().forEach(sent -> again.addAll(sent.records().all()));
        assertThat(again).hasSize(250);
        assertThat(world.settle()).isEmpty();
    }

    @Test
    @DisplayName("D32: a part that is requested again is sent again, once, and nothing else is")
    void a_part_is_sent_again() {
        ScopedVariant company = new ScopedVariant(new Scope.Company(1), "A");
        ScopedVariant elsewhere = new ScopedVariant(Scope.of(2, 21), "A");
        partner.allow(1, 1, false).allow(2, 21, false);
        one.configure();
        for (ScopedVariant variant : List.of(A, B, company, elsewhere)) {
            world.publish(variant, "name", null);
        }
        world.settle();

        assertThat(resync(A, 2)).containsExactlyInAnyOrder(A, B, company);
        assertThat(resync(A, 1)).containsExactlyInAnyOrder(A, B);
        assertThat(resync(company, 1)).containsExactly(company);
        assertThat(resync(B, 0)).containsExactly(B);
        assertThat(resync(A.at(Scope.of(1, 12)), 1)).isEmpty();
        assertThat(resync(at("C"), 0)).isEmpty();
        world.restart();
        assertThat(world.settle()).isEmpty();
    }

    @Test
    @DisplayName(
            "D32: a part that is requested again is sent although its next owner begins with an older configuration")
    void a_part_is_sent_again_though_its_next_owner_does_not_know_the_partner_yet() {
        for (int i = 0; i < 900; i++) {
            world.publish(at("b" + i), "name", null);
        }
        world.settle();
        partner.active = false;
        one.configure();
        world.turn();
        partner.active = true;
        one.configure();
        world.settle();
        ask(A, 1);
        world.turn();
        world.commit();

        world.lag(2);
        world.crashBeforeCommit();
        world.turns(3);
        world.lag(0);

        Set<ScopedVariant> again = new HashSet<>();
        world.settle().forEach(sent -> again.addAll(sent.records().all()));
        assertThat(again).hasSize(900);
    }

    @Test
    @DisplayName("D32: what is in flight when its part is requested again is sent once more")
    void what_is_under_way_when_it_is_asked_for_again_is_sent_once_more() {
        world.publish(A, "name", null);
        world.turn();
        ScriptedDelivery.Sent before = world.delivery.onlyUnderWay();
        ask(A, 2);
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
        ask(A, 0);
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
        ask(A, 1);

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

    private Set<ScopedVariant> resync(ScopedVariant variant, int width) {
        ask(variant, width);
        Set<ScopedVariant> sent = new HashSet<>();
        world.settle().forEach(message -> assertThat(message.records().all()).allMatch(sent::add));
        return sent;
    }

    private void ask(ScopedVariant variant, int width) {
        partner.resync(variant, width);
        world.configure();
    }
}
