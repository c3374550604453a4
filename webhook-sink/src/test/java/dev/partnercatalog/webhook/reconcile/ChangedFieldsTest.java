package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D24: a partner chooses whether its records name the fields that changed")
class ChangedFieldsTest {

    private final OnePartner one = new OnePartner(true);
    private final World world = one.world;
    private final Catalog.Partner partner = one.partner;

    @Test
    void are_named_since_what_the_partner_accepted_last_and_not_of_a_first_record() {
        name(true);
        world.publish(A, "one", null);
        assertThat(changed(one.settleWithOne())).isNull();

        world.publish(A, "two", null);
        assertThat(changed(one.settleWithOne())).containsExactly("name");
        world.publish(A, "two", "badge");
        assertThat(changed(one.settleWithOne())).containsExactly("badges", "catalogSource");
        world.publish(A, "three", null);
        assertThat(changed(one.settleWithOne())).containsExactly("badges", "catalogSource", "name");
    }

    @Test
    void are_not_named_by_a_removal_nor_by_what_comes_after_it() {
        acceptFirst();
        world.publish(A, null);
        assertThat(one.settleWithOne().records().removed()).containsExactly(A);
        world.publish(A, "two", null);
        assertThat(changed(one.settleWithOne())).isNull();
    }

    @Test
    void are_known_of_what_the_partner_had_when_it_asked_for_them_without_anything_being_sent_and_after_a_restart() {
        world.publish(A, "one", "badge");
        one.settle();
        name(true);
        assertThat(one.settle()).isEmpty();
        world.restart();
        world.publish(A, "two", "badge");
        assertThat(changed(one.settleWithOne())).containsExactly("name");
        name(false);
        assertThat(one.settle()).isEmpty();
        world.publish(A, "three", "badge");
        assertThat(changed(one.settleWithOne())).isNull();
    }

    @Test
    void are_those_that_are_sent() {
        name(true);
        one.chooseFields("name", "badges");
        world.publish(A, "one", "badge");
        one.settle();
        one.chooseFields("name");
        assertThat(one.settle()).isEmpty();
        world.publish(A, "two", null);
        assertThat(changed(one.settleWithOne())).containsExactly("name");
        one.chooseFields("name", "variantType", "strain");
        assertThat(changed(one.settleWithOne())).containsExactly("strain", "variantType");
    }

    @Test
    void are_not_named_of_what_is_asked_for_again_or_goes_to_a_new_address() {
        acceptFirst();
        partner.resync(A, 0);
        world.configure();
        assertThat(changed(one.settleWithOne())).isNull();
        partner.url = "https://two.example/hook";
        world.configure();
        assertThat(changed(one.settleWithOne())).isNull();
        world.publish(A, "two", null);
        assertThat(changed(one.settleWithOne())).containsExactly("name");
    }

    @Test
    void are_named_alike_by_every_attempt_at_the_same_content_and_by_none_at_another_while_it_is_in_doubt() {
        acceptFirst();
        world.publish(A, "two", null);
        world.turn();
        ScriptedDelivery.Sent first = world.delivery.onlyUnderWay();
        first.end(Outcome.unanswered("timed out"));
        world.turns(2);
        ScriptedDelivery.Sent second = world.delivery.onlyUnderWay();
        assertThat(changed(second)).containsExactly("name");
        assertSame(first, second);
        world.crashBeforeCommit();
        world.turns(2);
        assertSame(first, world.delivery.onlyUnderWay());
        world.delivery.onlyUnderWay().end(Outcome.unanswered("timed out"));

        world.publish(A, "three", null);
        assertThat(changed(one.settleWithOne())).isNull();
        world.publish(A, "four", null);
        assertThat(changed(one.settleWithOne())).containsExactly("name");
    }

    @Test
    void are_named_alike_when_a_refused_record_is_tried_again() {
        acceptFirst();
        world.publish(A, "two", null);
        world.turn();
        ScriptedDelivery.Sent first = world.delivery.onlyUnderWay();
        first.end(Outcome.answered(422, null));
        world.turn();
        world.now += 60_000;
        world.turns(2);
        assertSame(first, world.delivery.onlyUnderWay());
        assertThat(changed(world.delivery.onlyUnderWay())).containsExactly("name");
    }

    @Test
    void not_named_any_more_make_another_message_of_what_is_sent_again() {
        acceptFirst();
        world.publish(A, "two", null);
        world.turn();
        ScriptedDelivery.Sent first = world.delivery.onlyUnderWay();
        name(false);
        world.turn();
        first.end(Outcome.unanswered("timed out"));
        world.turns(2);
        assertThat(changed(world.delivery.onlyUnderWay())).isNull();
        assertThat(world.delivery.onlyUnderWay().message().id())
                .isNotEqualTo(first.message().id());
    }

    @Test
    void are_counted_from_what_was_accepted_while_the_settings_changed() {
        name(true);
        world.publish(A, "one", "badge");
        one.settle();
        world.publish(A, "two", "badge");
        world.turn();
        one.chooseFields("name");
        world.turn();
        one.receiver.take(world.delivery.onlyUnderWay());
        world.delivery.onlyUnderWay().accept();
        assertThat(one.settle()).isEmpty();
        world.publish(A, "three", null);
        assertThat(changed(one.settleWithOne())).containsExactly("name");
    }

    /** The partner wants changed fields to be named, and has accepted the first record. */
    private void acceptFirst() {
        name(true);
        world.publish(A, "one", null);
        one.settle();
    }

    private void name(boolean named) {
        one.settings(settings -> settings.setChangedFields(named));
    }

    private void assertSame(ScriptedDelivery.Sent one, ScriptedDelivery.Sent other) {
        assertThat(other.message().id()).isEqualTo(one.message().id());
        assertThat(other.message().body()).isEqualTo(one.message().body());
    }

    private @Nullable List<String> changed(ScriptedDelivery.Sent sent) {
        assertThat(sent.records().variants()).containsOnlyKeys(A);
        return sent.records().changed().get(A);
    }
}
