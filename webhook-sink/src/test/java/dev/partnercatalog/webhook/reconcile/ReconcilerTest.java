package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.A;
import static dev.partnercatalog.webhook.reconcile.OnePartner.OTHER_A;
import static dev.partnercatalog.webhook.reconcile.OnePartner.variants;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.state.SinkState.TaskRow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is sent to a partner, and what is not (D24). */
class ReconcilerTest {

    private final OnePartner one = OnePartner.ofTwoCompanies();
    private final World world = one.world;
    private final Catalog.Partner partner = one.partner;

    ReconcilerTest() {
        one.configure();
    }

    @Test
    @DisplayName("D24: a listed variant is delivered, byte for byte as batch-get returns it")
    void a_listed_variant_is_delivered() {
        world.publish(A, "name", "badge");

        List<ScriptedDelivery.Sent> sent = world.settle();

        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).endpoint()).isEqualTo(partner.endpoint());
        assertThat(new String(sent.get(0).message().body(), StandardCharsets.UTF_8))
                .contains("\"variants\":[" + world.wanted(partner).get(A) + "],\"removed\":[]");
    }

    @Test
    @DisplayName("D35: a record says in which states it may be sold, and a change of them is delivered")
    void a_record_says_in_which_states_it_may_be_sold() {
        world.publish(A, Catalog.soldIn(A, "name", "nv", "CA"));
        assertThat(variants(world.settle()).get(A)).contains("\"stateCodes\":[\"NV\",\"CA\"]");

        world.publish(A, Catalog.soldIn(A, "name", "NV"));
        assertThat(variants(world.settle()).get(A)).contains("\"stateCodes\":[\"NV\"]");

        world.publish(A, Catalog.soldIn(A, "name"));
        assertThat(variants(world.settle()).get(A)).doesNotContain("stateCodes");
    }

    @Test
    @DisplayName("D24: a change that leaves the partner's record as it was sends nothing")
    void a_change_that_leaves_the_record_as_it_was_sends_nothing() {
        world.publish(A, "name", "badge");
        world.settle();

        world.publish(A, "name", "another badge, which the partner's flag hides");

        assertThat(world.settle()).isEmpty();
        assertThat(world.left()).isZero();
    }

    @Test
    @DisplayName("D24: a variant that is no longer listed, or no longer resolves, is sent as removed: three ids")
    void a_variant_that_is_no_longer_there_is_sent_as_removed() {
        world.publish(A, "name", null);
        world.settle();

        world.publish(A, null);

        List<ScriptedDelivery.Sent> sent = world.settle();
        assertThat(sent).hasSize(1);
        assertThat(new String(sent.get(0).message().body(), StandardCharsets.UTF_8))
                .endsWith(
                        "\"data\":{\"variants\":[],\"removed\":[{\"companyId\":1,\"locationId\":11,\"barcode\":\"A\"}]}}");
    }

    @Test
    @DisplayName("D24: what a partner never had is never mentioned")
    void what_a_partner_never_had_is_never_spoken_of() {
        partner.forbid(2, 2);
        partner.forbid(2, 21);
        one.configure();
        world.publish(OTHER_A, "name", null);
        world.publish(OTHER_A, null);
        world.publish(A, "name", null);
        world.publish(A, null);

        assertThat(world.settle()).isEmpty();
        assertThat(world.left()).isZero();
    }

    @Test
    void an_endpoint_that_may_not_be_tried_does_not_hold_up_another_partner() {
        Catalog.Partner other = world.partner("q").allow(1, 11, true);
        one.configure();
        world.delivery.block(partner.endpoint());
        world.publish(A, "name", "badge");

        List<ScriptedDelivery.Sent> sent = world.settle();

        assertThat(sent).extracting(message -> message.endpoint().partnerId()).containsOnly("q");
        assertThat(variants(sent)).isEqualTo(world.wanted(other));
        world.delivery.unblock(partner.endpoint());
        assertThat(variants(world.settle())).isEqualTo(world.wanted(partner));
    }

    @Test
    void a_stop_leaves_nothing_in_hand() throws Exception {
        world.publish(A, "name", null);
        world.turn();
        ScriptedDelivery.Sent sent = world.delivery.underWay().get(0);
        assertThat(world.unfinished.getRegisteredParties()).isEqualTo(2);

        world.restart();

        assertThat(sent.cancelled()).isTrue();
        assertThat(world.unfinished.getRegisteredParties()).isEqualTo(1);
        sent.end(Outcome.unanswered("cancelled"));
        assertThat(variants(world.settle())).containsOnlyKeys(A);
    }

    @Test
    @DisplayName("D38: everything is compared anew, even if the first tick fails")
    void what_is_compared_anew_is_in_the_log_before_anything_can_fail() {
        SinkState state = new SinkState(world.store(), world.kept.catalog());
        FeedPosition ofAnother = new FeedPosition(900, 900);
        state.putTask(new TaskRow(ofAnother, 0, 0, List.of("another topic", "another topic")));
        ReconcilerContext shared = world.shared(() -> {
            throw new RegistryUnavailableException("away");
        });
        SinkUnderTest sink = new SinkUnderTest(world.store(), world.kept, shared, true);

        assertThatThrownBy(() -> sink.tick(world.now, true, true)).isInstanceOf(RegistryUnavailableException.class);

        assertThat(state.task())
                .extracting(TaskRow::read)
                .isEqualTo(world.kept.catalog().position());
        assertThat(state.partners().values())
                .singleElement()
                .satisfies(row -> assertThat(row.scans()).hasSize(1));
    }

    @Test
    void products_that_no_partner_needs_any_more_are_not_awaited_for_ever() {
        for (String round : List.of("A", "B")) {
            List<ScopedVariant> variants = IntStream.rangeClosed(0, 1_000)
                    .mapToObj(i -> OnePartner.at(round + i))
                    .toList();
            variants.forEach(variant -> {
                world.publish(variant, "replaced", null);
                world.topics.publishProduct(Catalog.variant(variant, "not here", null));
                world.topics.refer(variant);
            });
            assertThat(world.settle()).isEmpty();
            assertThat(world.kept.catalog().awaited()).isEqualTo(variants.size());
            variants.forEach(variant -> world.publish(variant, null));
            world.settle();
        }
    }

    // Entries whose images can't be made, because their records can't be read

    @Test
    @DisplayName("D24: what a partner may no longer see is removed, even if nobody can read its entry")
    void of_an_entry_that_nobody_can_read_a_removal_is_sent_once_the_partner_may_not_see_it() {
        world.publish(A, "one", null);
        assertThat(world.settle()).hasSize(1);

        world.kept.spoil(A);
        partner.forbid(1, 11);
        world.configure();
        assertThat(world.settle())
                .singleElement()
                .satisfies(sent -> assertThat(sent.records().all()).containsExactly(A));
    }

    @Test
    void what_was_in_doubt_then_is_still_in_doubt_when_the_entry_is_known_again() {
        world.publish(A, "one", null);
        world.settle();
        world.publish(A, "two", null);
        world.read(1);
        world.tick();
        world.commit();
        assertThat(world.delivery.underWay()).hasSize(1);
        world.crashBeforeCommit();

        world.kept.spoil(A);
        assertThat(world.settle()).isEmpty();

        world.publish(A, "one", null);
        assertThat(world.settle())
                .singleElement()
                .satisfies(sent -> assertThat(sent.records().variants()).containsKey(A));
    }
}
