package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.reconcile.Verification.Finding;
import dev.partnercatalog.webhook.state.Acknowledged;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.SinkState;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VerificationTest {

    private static final ScopedVariant A = new ScopedVariant(Scope.of(1, 11), "A");
    private static final ScopedVariant B = new ScopedVariant(Scope.of(1, 11), "B");
    private static final ScopedVariant COMPANY_B = new ScopedVariant(new Scope.Company(1), "B");

    private final World world =
            new World(new ReconcileLimits(new ReconcileLimits.OfMessage(100, 512 << 10, 1_000), 8, 1_000, 100, 100), 4);
    private final Catalog.Partner partner =
            world.partner("p").allow(1, 1, false).allow(1, 11, true);

    @BeforeEach
    void sendEverything() {
        world.configure();
        world.publish(A, "a", "badge");
        world.publishEntry(COMPANY_B, Catalog.variant(COMPANY_B, "b", null), PublicationTime.UNKNOWN);
        world.publishListing(B, "s", true, PublicationTime.UNKNOWN);
        world.publishListing(COMPANY_B, "s", true, PublicationTime.UNKNOWN);
        world.settle();
    }

    private SinkState state() {
        return new SinkState(world.store(), world.kept.catalog());
    }

    private Acknowledged acknowledged(ScopedVariant variant) {
        return state().acknowledged("p", variant);
    }

    @Test
    void what_a_partner_accepted_agrees() {
        assertThat(world.verify(partner)).isEqualTo(all(Finding.AGREES));
    }

    private static Map<ScopedVariant, Finding> all(Finding finding) {
        return Map.of(A, finding, B, finding, COMPANY_B, finding);
    }

    @Test
    void a_spoiled_a_lost_and_an_extra_record_are_each_found() {
        ScopedVariant never = new ScopedVariant(Scope.of(1, 11), "never listed");
        Hash other = Hash.of("other".getBytes(StandardCharsets.UTF_8));
        state().putAcknowledged(
                        "p",
                        A,
                        Acknowledged.accepted(new Acknowledged.Receipt(
                                other, partner.subscriber().endpointVersion())));
        state().putAcknowledged("p", B, Acknowledged.NOTHING);
        state().putAcknowledged("p", never, acknowledged(COMPANY_B));

        assertThat(world.verify(partner))
                .isEqualTo(Map.of(
                        A, Finding.DIFFERS, B, Finding.MISSING, COMPANY_B, Finding.AGREES, never, Finding.EXTRA));
    }

    @Test
    void a_record_that_another_endpoint_accepted_differs() {
        Acknowledged.Receipt accepted = Objects.requireNonNull(acknowledged(A).accepted());
        state().putAcknowledged(
                        "p",
                        A,
                        Acknowledged.accepted(new Acknowledged.Receipt(accepted.content(), accepted.endpoint() + 1)));

        assertThat(world.verify(partner)).containsEntry(A, Finding.DIFFERS);
    }

    @Test
    void what_the_sink_has_not_read_yet_is_due() {
        world.publish(A, "changed", null);
        world.publishListing(B, "s", false, PublicationTime.UNKNOWN);

        assertThat(world.verify(partner)).isEqualTo(Map.of(A, Finding.DUE, B, Finding.DUE, COMPANY_B, Finding.AGREES));
    }

    @Test
    void a_change_of_a_company_that_the_sink_has_not_read_is_due_at_each_scope_where_it_shows() {
        world.publishEntry(COMPANY_B, Catalog.variant(COMPANY_B, "changed", null), PublicationTime.UNKNOWN);

        assertThat(world.verify(partner)).isEqualTo(Map.of(A, Finding.AGREES, B, Finding.DUE, COMPANY_B, Finding.DUE));
    }

    @Test
    void what_is_on_its_way_is_in_doubt_and_what_failed_is_too() {
        world.publish(A, "changed", null);
        world.turns(3);
        assertThat(world.delivery.underWay()).hasSize(1);
        assertThat(world.verify(partner)).containsEntry(A, Finding.IN_DOUBT).containsEntry(B, Finding.AGREES);

        world.delivery.underWay().get(0).end(Outcome.unanswered("lost"));
        world.turn();
        assertThat(world.verify(partner)).containsEntry(A, Finding.IN_DOUBT);

        world.settle();
        assertThat(world.verify(partner)).isEqualTo(all(Finding.AGREES));
    }

    @Test
    void what_is_known_not_to_have_been_sent_is_due_or_agrees() {
        world.publish(A, "changed", null);
        world.turns(3);
        ScriptedDelivery.Sent sent = world.delivery.underWay().get(0);
        world.delivery.block(partner.endpoint());
        sent.end(Outcome.unsent("can't be reached"));
        world.turn();
        assertThat(world.verify(partner)).containsEntry(A, Finding.DUE);

        world.publish(A, "a", "badge");
        world.turn();
        assertThat(world.verify(partner)).isEqualTo(all(Finding.AGREES));
    }

    @Test
    void what_a_changed_configuration_makes_different_is_due_before_and_after_the_sink_knows_it() {
        partner.allow(1, 11, false);
        assertThat(world.verify(partner)).containsEntry(A, Finding.DUE).containsEntry(B, Finding.AGREES);

        world.configure();
        assertThat(world.verify(partner)).containsEntry(A, Finding.DUE);

        world.settle();
        assertThat(world.verify(partner)).isEqualTo(all(Finding.AGREES));
    }

    @Test
    void what_a_partner_may_no_longer_see_is_due_until_it_is_taken_back() {
        partner.forbid(1, 11);
        assertThat(world.verify(partner)).isEqualTo(Map.of(A, Finding.DUE, B, Finding.DUE, COMPANY_B, Finding.AGREES));

        world.configure();
        world.settle();
        assertThat(world.verify(partner)).isEqualTo(Map.of(COMPANY_B, Finding.AGREES));
    }

    @Test
    void everything_is_due_to_a_partner_that_the_sink_has_not_met() {
        Catalog.Partner other = world.partner("q").allow(1, 11, false);

        assertThat(world.verify(other)).isEqualTo(Map.of(A, Finding.DUE, B, Finding.DUE));
    }
}
