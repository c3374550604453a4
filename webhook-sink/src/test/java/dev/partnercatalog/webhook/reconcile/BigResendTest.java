package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.RemovalLimit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What it costs to send or compare a lot, and that it holds nobody up. Everything is measured by count, not by time. */
@Order(1)
class BigResendTest {

    private static final int MANY = 4_000;
    private static final int PLACES = 4;

    private final World world = new World(ReconcileLimits.DEFAULT, PLACES);
    private final Catalog.Partner big = world.partner("big").allow(1, 11, false);
    private final Catalog.Partner other = world.partner("other").allow(2, 21, false);

    @Test
    @DisplayName("D24: a partner with many listed variants that flips a flag gets exactly the records that changed")
    void a_flipped_flag_sends_exactly_what_changed() {
        list(10_000, 10);
        world.settle();

        big.allow(1, 11, true);
        world.configure();
        Map<ScopedVariant, Integer> sent = new HashMap<>();
        world.settle().forEach(message -> {
            assertThat(message.records().removed()).isEmpty();
            message.records().variants().keySet().forEach(variant -> sent.merge(variant, 1, Integer::sum));
        });

        assertThat(sent)
                .hasSize(1_000)
                .allSatisfy((variant, times) -> assertThat(times).isEqualTo(1));
        assertThat(sent.keySet()).allMatch(variant -> number(variant) % 10 == 0);
    }

    @Test
    void a_live_change_goes_out_at_once_while_a_big_resend_is_under_way() {
        list(MANY, 1);
        world.settle();
        big.allow(1, 11, true);
        world.configure();
        world.turns(10);
        assertThat(world.delivery.underWay()).hasSize(PLACES);

        ScopedVariant same = at("b" + (MANY - 1));
        ScopedVariant others = new ScopedVariant(Scope.of(2, 21), "A");
        world.publish(same, "changed", null);
        world.publish(others, "changed", null);

        assertThat(turnsUntil(same, others)).isLessThanOrEqualTo(3);
        assertThat(world.delivery.all().size()).as("the resend is not finished").isLessThan(2 * MANY / 100);
        assertThat(world.delivery.underWay()).anyMatch(sent -> sent.terms().isUrgent());
        assertThat(sentLastly(same)).isEqualTo(world.wanted(big).get(same));
        assertThat(sentLastly(others)).isEqualTo(world.wanted(other).get(others));
    }

    @Test
    void a_tick_that_has_no_time_left_sends_what_has_just_changed_and_one_message_of_a_resend() {
        list(MANY, 1);
        world.settle();
        big.allow(1, 11, true);
        Catalog.Partner second = world.partner("second").allow(1, 11, false);
        world.configure();
        ScopedVariant changed = new ScopedVariant(Scope.of(2, 21), "A");
        world.publish(changed, "changed", null);
        world.isTimeLeft = false;
        int before = world.delivery.all().size();
        world.turn();

        List<ScriptedDelivery.Sent> sent =
                world.delivery.all().subList(before, world.delivery.all().size());
        assertThat(sent).hasSize(2);
        assertThat(sent.get(0).endpoint().partnerId()).isEqualTo("other");
        assertThat(sent.get(0).records().variants()).containsOnlyKeys(changed);

        world.turns(3);
        assertThat(world.delivery.underWay())
                .as("partners take turns")
                .extracting(message -> message.endpoint().partnerId())
                .contains("big", "second");
        world.settle();
        assertThat(received()).isEqualTo(world.wanted(big));
        assertThat(world.wanted(second)).hasSize(MANY);
    }

    @Test
    void messages_of_a_resend_that_never_left_do_not_go_before_a_live_change() {
        list(MANY, 1);
        world.settle();
        big.allow(1, 11, true);
        world.configure();
        world.turns(10);
        int before = world.delivery.all().size();
        List.copyOf(world.delivery.underWay())
                .forEach(sent -> sent.end(Outcome.withheld("its endpoint is not being tried", false)));

        ScopedVariant changed = at("b" + (MANY - 1));
        world.publish(changed, "changed", null);
        world.turns(3);

        assertThat(world.delivery.all().get(before).records().variants()).containsKey(changed);
    }

    @Test
    void a_tick_compares_and_looks_at_a_bounded_number_of_rows() {
        list(MANY, 1);
        world.settle();
        big.allow(1, 11, true);
        world.configure();
        long most = 0;
        for (int i = 0; i < 300; i++) {
            long before = world.store().reads();
            world.turn();
            most = Math.max(most, world.store().reads() - before);
            List.copyOf(world.delivery.underWay()).forEach(ScriptedDelivery.Sent::accept);
        }

        // Two reads per row that is compared, four per record that is sent, and four more when it was accepted.
        assertThat(most).isLessThan(2 * 200 + 8 * PLACES * 100 + 1_000);
    }

    @Test
    void where_nothing_is_due_nothing_is_read_or_written() {
        list(MANY, 1);
        world.settle();
        world.turns(MANY / 50); // until the first comparison is finished
        long read = world.store().reads();
        int written = world.store().length();

        world.turns(1_000);

        assertThat(world.store().reads()).isEqualTo(read);
        assertThat(world.store().length()).isEqualTo(written);
    }

    @Test
    void an_endpoint_that_is_away_costs_nothing_while_it_is_however_much_is_due() {
        list(MANY, 1);
        world.settle();
        world.delivery.block(big.endpoint());
        big.allow(1, 11, true);
        world.configure();
        world.turns(MANY / 50);
        assertThat(world.left()).isZero();
        assertThat(world.backlogs.get(world.backlogs.size() - 1).getDue()).isPositive();
        long read = world.store().reads();

        world.turns(1_000);

        assertThat(world.store().reads()).isEqualTo(read);
    }

    @Test
    @DisplayName("D24: a company's change reaches every location that lists the variant, a bounded number at a time")
    void a_companys_change_costs_a_bounded_amount_at_a_time_however_many_locations_list_the_variant() {
        ScopedVariant company = new ScopedVariant(new Scope.Company(1), "A");
        List<ScopedVariant> listed = IntStream.range(0, MANY)
                .mapToObj(i -> new ScopedVariant(Scope.of(1, 100 + i), "A"))
                .toList();
        listed.forEach(variant -> {
            big.allow(1, variant.locationId(), false);
            world.topics.publishListing(variant, "s", true);
        });
        world.configure();
        world.turns(MANY / 50);
        world.topics.publishEntry(company, Catalog.variant(company, "first", null));
        world.settle();
        assertThat(received()).isEqualTo(world.wanted(big));

        long most = 0;
        for (int i = 0; i < 20; i++) {
            world.topics.publishEntry(company, Catalog.variant(company, "changed " + i, null));
            long before = world.store().reads();
            world.read(1);
            most = Math.max(most, world.store().reads() - before);
            world.turn();
        }
        assertThat(most).isLessThan(20);
        world.removals = RemovalLimit.NONE;
        world.restart();
        world.settle();
        assertThat(received()).isEqualTo(world.wanted(big));

        world.topics.publishEntry(company, null);
        world.crashBeforeCommit();
        world.settle();
        assertThat(world.delivery.all().stream()
                        .flatMap(sent -> sent.records().removed().stream())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(listed);
    }

    @Test
    void a_companys_entry_that_changes_faster_than_it_reaches_all_locations_leaves_none_out() {
        World few =
                new World(new ReconcileLimits(new ReconcileLimits.OfMessage(10, 500_000, 30), 4, 100, 50, 20), PLACES);
        Catalog.Partner partner = few.partner("p");
        ScopedVariant company = new ScopedVariant(new Scope.Company(1), "A");
        List<ScopedVariant> listed = IntStream.range(0, 40)
                .mapToObj(i -> new ScopedVariant(Scope.of(1, 100 + i), "A"))
                .toList();
        listed.forEach(variant -> {
            partner.allow(1, variant.locationId(), false);
            few.topics.publishListing(variant, "s", true);
        });
        few.configure();
        few.settle();
        for (int i = 0; i < 40; i++) {
            few.topics.publishEntry(company, Catalog.variant(company, "changed " + i, null));
            few.turn();
            List.copyOf(few.delivery.underWay()).forEach(ScriptedDelivery.Sent::accept);
        }
        assertThat(few.delivery.all().stream()
                        .flatMap(sent -> sent.records().variants().keySet().stream())
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(listed);
    }

    /** The last record sent to the big partner for each variant. */
    private Map<ScopedVariant, String> received() {
        Map<ScopedVariant, String> received = new HashMap<>();
        world.delivery.all().stream()
                .filter(sent -> sent.endpoint().partnerId().equals("big"))
                .forEach(sent -> received.putAll(sent.records().variants()));
        return received;
    }

    /** One in {@code badgeEvery} of them has a badge, which the flag shows or hides. */
    private void list(int count, int badgeEvery) {
        world.configure();
        IntStream.range(0, count)
                .forEach(i -> world.publish(at("b" + i), "name", i % badgeEvery == 0 ? "badge" : null));
    }

    private int turnsUntil(ScopedVariant... variants) {
        int from = world.delivery.all().size();
        for (int turns = 1; turns < 1_000; turns++) {
            world.turn();
            boolean all = List.of(variants).stream()
                    .allMatch(variant -> world
                            .delivery
                            .all()
                            .subList(from, world.delivery.all().size())
                            .stream()
                            .anyMatch(sent -> sent.records().all().contains(variant)));
            if (all) {
                return turns;
            }
            List.copyOf(world.delivery.underWay()).forEach(ScriptedDelivery.Sent::accept);
        }
        return Integer.MAX_VALUE;
    }

    private String sentLastly(ScopedVariant variant) {
        return world.delivery.all().stream()
                .map(sent -> sent.records().variants().get(variant))
                .filter(json -> json != null)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private static int number(ScopedVariant variant) {
        return Integer.parseInt(variant.barcode().substring(1));
    }
}
