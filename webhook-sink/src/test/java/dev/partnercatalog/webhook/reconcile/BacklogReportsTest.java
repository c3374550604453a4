package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is reported about the backlog. */
class BacklogReportsTest {

    private static final int TURNS_A_SECOND = 50;
    private static final ScopedVariant ANY = at("b0");

    private final World world = new World(ReconcileLimits.DEFAULT, 8);
    private final Catalog.Partner partner = world.partner("p").allow(1, 11, false);

    BacklogReportsTest() {
        world.configure();
        world.turn();
        world.delivery.block(partner.endpoint());
    }

    @Test
    void what_is_due_is_told_within_two_seconds_with_its_age() {
        publish(3);
        long since = world.now + 20;

        world.turns(2 * TURNS_A_SECOND);

        assertThat(world.backlogs)
                .containsExactly(new WebhookBacklog("p", 0, 3L, since, told(0), 0L, List.of(), 0L, false));
    }

    @Test
    void it_is_told_at_most_once_a_second_and_only_where_it_changed() {
        for (int i = 0; i < 200; i++) {
            publish(1);
            world.turn();
        }
        assertThat(world.backlogs).hasSizeLessThanOrEqualTo(5);
        world.turns(2 * TURNS_A_SECOND);
        int told = world.backlogs.size();

        world.turns(100 * TURNS_A_SECOND);

        assertThat(world.backlogs).hasSize(told);
        assertThat(last().getDue()).isEqualTo(200);
    }

    @Test
    void a_last_time_is_told_when_nothing_is_due_any_more() {
        publish(3);
        world.turns(2 * TURNS_A_SECOND);

        world.delivery.unblock(partner.endpoint());
        world.settle();
        world.turns(2 * TURNS_A_SECOND);

        assertThat(last().getDue()).isZero();
        assertThat(last().getOldestDueAt()).isNull();
        int told = world.backlogs.size();
        world.turns(100 * TURNS_A_SECOND);
        assertThat(world.backlogs).hasSize(told);
    }

    @Test
    void what_goes_out_at_once_is_not_worth_telling() {
        world.delivery.unblock(partner.endpoint());
        world.turns(5);
        publish(1);
        world.settle();
        world.turns(3 * TURNS_A_SECOND);

        assertThat(world.backlogs).isEmpty();
    }

    @Test
    void what_was_told_before_a_crash_is_taken_back_after_it() {
        for (int seed = 0; seed < 50; seed++) {
            World crashing = new World(ReconcileLimits.DEFAULT, 8);
            Catalog.Partner reader = crashing.partner("p").allow(1, 11, false);
            crashing.configure();
            crashing.turn();
            crashing.delivery.block(reader.endpoint());
            crashing.publish(at("A"), "name", null);
            crashing.turns(2 * TURNS_A_SECOND);
            crashing.delivery.unblock(reader.endpoint());
            for (int i = new Random(seed).nextInt(80); i > 0; i--) {
                crashing.turn();
                crashing.delivery.underWay().forEach(ScriptedDelivery.Sent::accept);
            }

            crashing.crash(new Random(seed));
            crashing.settle();
            crashing.turns(3 * TURNS_A_SECOND);

            assertThat(crashing.backlogs.get(crashing.backlogs.size() - 1).getDue())
                    .isZero();
        }
    }

    @Test
    void a_new_owner_of_the_partition_tells_how_it_stands() {
        publish(3);
        world.turns(2 * TURNS_A_SECOND);

        world.restart();
        world.turns(2 * TURNS_A_SECOND);

        assertThat(world.backlogs).hasSize(2);
        assertThat(last().getDue()).isEqualTo(3);
        assertThat(last().getOldestDueAt()).isEqualTo(world.backlogs.get(0).getOldestDueAt());
    }

    @Test
    void to_a_partner_whose_webhook_is_disabled_nothing_is_due() {
        publish(3);
        world.turns(2 * TURNS_A_SECOND);

        partner.active = false;
        world.configure();
        world.turns(2 * TURNS_A_SECOND);

        assertThat(last().getDue()).isZero();
    }

    @Test
    void what_waits_for_a_product_is_no_longer_due_when_a_webhook_is_enabled_that_was_disabled_while_it_was_unlisted() {
        world.topics.publishListing(at("A"), "s", true);
        world.topics.publishProduct(Catalog.product("A", "never arrives", null));
        world.topics.refer(new ScopedVariant(new Scope.Company(1), "A"));
        world.turns(5 * TURNS_A_SECOND);
        assertThat(last().getDue()).isPositive();

        partner.active = false;
        world.configure();
        world.topics.publishListing(at("A"), "s", false);
        world.turns(2 * TURNS_A_SECOND);
        partner.active = true;
        world.configure();
        world.turns(5 * TURNS_A_SECOND);

        assertThat(last().getDue()).isZero();
    }

    @Test
    void what_a_company_changed_counts_once_whatever_else_makes_it_due() {
        ScopedVariant company = new ScopedVariant(new Scope.Company(1), "A");
        ScopedVariant listed = at("A");
        world.delivery.unblock(partner.endpoint());
        world.topics.publishListing(listed, "s", true);
        world.settle();
        world.delivery.block(partner.endpoint());
        world.topics.publishEntry(company, Catalog.variant(company, "first", null));
        world.turns(2 * TURNS_A_SECOND);

        partner.active = false;
        world.configure();
        world.turns(2 * TURNS_A_SECOND);
        partner.active = true;
        world.configure();
        world.delivery.block(partner.endpoint());
        world.turns(5 * TURNS_A_SECOND);

        assertThat(last().getDue()).isEqualTo(1);
    }

    @Test
    void something_is_due_until_all_that_was_asked_for_again_has_been_sent_whatever_changed_meanwhile() {
        World single = new World(
                new ReconcileLimits(new ReconcileLimits.OfMessage(1, 500_000, 300), 16, 2_000, 1_000, 128), 8);
        Catalog.Partner reader = single.partner("p").allow(1, 11, false);
        for (int i = 0; i < 3; i++) {
            single.publish(at("b" + i), "name", null);
        }
        single.configure();
        single.settle();
        single.delivery.block(reader.endpoint());
        single.publish(at("b1"), "changed", null);
        reader.resync(ANY, 2);
        single.configure();
        single.turns(5 * TURNS_A_SECOND);
        single.publish(ANY, "changed", null);
        single.turns(2 * TURNS_A_SECOND);
        single.delivery.unblock(reader.endpoint());

        Set<ScopedVariant> again = new HashSet<>();
        while (again.size() < 3) {
            single.turns(2 * TURNS_A_SECOND);
            assertThat(last(single).getDue()).isPositive();
            ScriptedDelivery.Sent sent = single.delivery.underWay().get(0);
            again.addAll(sent.records().variants().keySet());
            sent.accept();
        }
        single.settle();
        single.turns(2 * TURNS_A_SECOND);
        assertThat(last(single).getDue()).isZero();
        assertThat(last(single).getComparing()).isFalse();
    }

    @Test
    void what_is_in_a_message_and_asked_for_again_counts_once_and_the_request_as_one() {
        world.delivery.unblock(partner.endpoint());
        publish(3);
        world.turns(3);
        world.delivery.block(partner.endpoint());
        world.delivery.underWay().forEach(sent -> sent.end(Outcome.unanswered("no answer")));
        partner.resync(ANY, 2);
        world.configure();
        world.turns(5 * TURNS_A_SECOND);

        assertThat(last().getDue()).isEqualTo(3 + 1);
        assertThat(last().getComparing()).isTrue();
    }

    private void publish(int count) {
        for (int i = 0; i < count; i++) {
            world.publish(at("b" + world.wanted(world.partner("p")).size()), "name", null);
        }
    }

    private long told(int index) {
        return world.backlogs.get(index).getUpdatedAt();
    }

    private WebhookBacklog last() {
        return last(world);
    }

    private static WebhookBacklog last(World of) {
        return of.backlogs.get(of.backlogs.size() - 1);
    }
}
