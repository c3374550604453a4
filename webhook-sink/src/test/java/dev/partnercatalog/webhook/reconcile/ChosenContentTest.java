package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.state.ScopedVariant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("D24: a partner chooses what its messages contain")
class ChosenContentTest {

    private static final ScopedVariant A = new ScopedVariant(1, 11, "A");
    private static final ScopedVariant B = new ScopedVariant(1, 11, "B");

    private final World world = new World(ReconcileLimits.DEFAULT, 8);
    private final Catalog.Partner partner = world.partner("p").allow(1, 11, true);
    private final Receiver receiver = new Receiver(false);

    ChosenContentTest() {
        world.configure();
    }

    @Nested
    class Fields {

        @Test
        void a_record_carries_those_that_were_chosen_and_what_identifies_it() {
            choose("name", "catalogSource");
            world.publish(A, "one", "badge");

            assertThat(only().records().variants())
                    .containsEntry(
                            A,
                            "{\"barcode\":\"A\",\"catalogSource\":{\"name\":\"BPD\"},\"companyId\":1,\"locationId\":11,"
                                    + "\"name\":\"one\"}");
        }

        @Test
        void a_change_of_a_field_that_is_not_sent_sends_nothing() {
            choose("name");
            world.publish(A, "one", "badge");
            settle();

            world.publish(A, "one", null);
            assertThat(settle()).isEmpty();
            partner.allow(1, 11, false);
            world.configure();
            assertThat(settle()).isEmpty();
            world.publish(A, "two", null);
            assertThat(only().records().variants()).isEqualTo(world.wanted(partner));
        }

        @Test
        void fewer_of_them_send_nothing_and_a_change_of_what_is_not_sent_any_more_neither() {
            world.publish(A, "one", "badge");
            world.publish(B, "one", null);
            settle();

            choose("name", "catalogSource");
            assertThat(settle()).isEmpty();
            world.publish(A, "one", "another");
            assertThat(settle()).isEmpty();
            choose("name");
            assertThat(settle()).isEmpty();
            world.restart();
            assertThat(settle()).isEmpty();
            world.publish(B, "two", null);
            assertThat(only().records().variants()).containsOnlyKeys(B);
        }

        @Test
        void more_of_them_send_what_has_them() {
            choose("name");
            world.publish(A, "one", "badge");
            world.publish(B, "one", null);
            settle();

            choose("name", "badges");
            assertThat(only().records().variants()).containsOnlyKeys(A);
            choose();
            partner.settings(settings -> settings.setFields(null));
            world.configure();
            settle();
            assertThat(receiver.copy()).isEqualTo(world.wanted(partner));
        }

        @Test
        void none_of_them_say_only_what_is_there() {
            choose();
            world.publish(A, "one", "badge");
            settle();
            world.publish(A, "two", null);
            assertThat(settle()).isEmpty();
            world.publish(A, null);
            assertThat(only().records().removed()).containsExactly(A);
        }

        @Test
        void chosen_again_that_have_gone_meanwhile_are_taken_back() {
            choose("name", "badges");
            world.publish(A, "one", "badge");
            settle();
            choose("name");
            assertThat(settle()).isEmpty();
            world.publish(A, "one", null);
            assertThat(settle()).isEmpty();
            world.restart();
            choose("name", "badges");
            assertThat(only().records().variants()).isEqualTo(world.wanted(partner));
            assertThat(settle()).isEmpty();
        }

        @Test
        void chosen_again_that_have_gone_meanwhile_are_named_as_changed() {
            choose("name", "badges");
            partner.settings(settings -> settings.setChangedFields(true));
            world.configure();
            world.publish(A, "one", "badge");
            settle();
            choose("name");
            assertThat(settle()).isEmpty();
            world.publish(A, "one", null);
            assertThat(settle()).isEmpty();
            choose("name", "badges");
            assertThat(only().records().changed().get(A)).containsExactly("badges");
        }

        @Test
        void chosen_again_come_again_since_they_may_have_changed_meanwhile() {
            world.publish(A, "one", "badge");
            settle();
            choose("name");
            assertThat(settle()).isEmpty();
            world.publish(A, "one", "another");
            assertThat(settle()).isEmpty();
            partner.settings(settings -> settings.setFields(null));
            world.configure();
            assertThat(only().records().variants()).isEqualTo(world.wanted(partner));
        }
    }

    @Nested
    class VariantTypes {

        @Test
        void that_were_not_chosen_are_not_sent_and_those_that_leave_come_as_removed() {
            chooseTypes(List.of("Flower", ""));
            publish(A, "one", "Flower");
            publish(B, "one", "Vape");
            settle();
            assertThat(receiver.copy()).containsOnlyKeys(A);

            publish(A, "one", "Vape");
            assertThat(only().records().removed()).containsExactly(A);
            publish(A, "two", "Vape");
            assertThat(settle()).isEmpty();
            publish(A, "two", "");
            assertThat(only().records().variants()).isEqualTo(world.wanted(partner));
        }

        @Test
        void chosen_later_take_back_what_the_partner_has_of_others_and_chosen_no_more_bring_it_again() {
            publish(A, "one", "Flower");
            publish(B, "one", "Vape");
            settle();
            chooseTypes(List.of("Flower"));
            assertThat(only().records().all()).containsExactly(B);
            chooseTypes(null);
            assertThat(only().records().variants()).containsOnlyKeys(B);
            assertThat(receiver.copy()).isEqualTo(world.wanted(partner));
        }

        @Test
        void of_which_nothing_was_sent_are_not_taken_back() {
            chooseTypes(List.of("Flower"));
            publish(A, "one", "Vape");
            world.configure();
            assertThat(settle()).isEmpty();
        }

        @Test
        void count_as_the_entry_that_holds_at_the_scope_says() {
            chooseTypes(List.of("Flower"));
            world.publishEntry(A.ofCompany(), Catalog.variant(A.ofCompany(), "one", null, "Flower"), Cause.UNKNOWN);
            world.publishListing(A, "s", true, Cause.UNKNOWN);
            settle();
            assertThat(receiver.copy()).containsOnlyKeys(A);
            world.publishEntry(A, Catalog.variant(A, "one", null, "Vape"), Cause.UNKNOWN);
            assertThat(only().records().removed()).containsExactly(A);
        }

        private void publish(ScopedVariant variant, String name, String type) {
            world.publish(variant, Catalog.variant(variant, name, null, type));
        }

        private void chooseTypes(@Nullable List<String> types) {
            partner.settings(settings -> settings.setVariantTypes(types));
            world.configure();
        }
    }

    @Nested
    class RecordsPerMessage {

        @Test
        void bound_each_message_and_nothing_is_left_out() {
            partner.settings(settings -> settings.setRecordsPerMessage(7));
            world.configure();
            publish(50, "one");
            assertBoundedBy(7);
            publish(50, "two");
            assertBoundedBy(7);
            partner.control.setResyncs(1);
            world.configure();
            assertBoundedBy(7);
        }

        @Test
        void bound_a_message_too_that_was_larger_and_has_to_be_sent_again() {
            publish(50, "one");
            world.turn();
            ScriptedDelivery.Sent large = world.delivery.underWay().get(0);
            assertThat(large.records().all()).hasSizeGreaterThan(10);
            partner.settings(settings -> settings.setRecordsPerMessage(10));
            world.configure();
            world.turn();
            large.end(Outcome.unsent("taken back"));
            assertBoundedBy(10);
        }

        private void publish(int count, String name) {
            for (int i = 0; i < count; i++) {
                world.publish(new ScopedVariant(1, 11, "b" + i), name, null);
            }
        }

        private void assertBoundedBy(int most) {
            assertThat(settle())
                    .hasSizeGreaterThanOrEqualTo(50 / most)
                    .allSatisfy(sent -> assertThat(sent.records().all()).hasSizeLessThanOrEqualTo(most));
            assertThat(receiver.copy()).isEqualTo(world.wanted(partner));
        }
    }

    @Nested
    class ChangedFields {

        @Test
        void are_named_since_what_the_partner_accepted_last_and_not_of_a_first_record() {
            name(true);
            world.publish(A, "one", null);
            assertThat(changed(only())).isNull();

            world.publish(A, "two", null);
            assertThat(changed(only())).containsExactly("name");
            world.publish(A, "two", "badge");
            assertThat(changed(only())).containsExactly("badges", "catalogSource");
            world.publish(A, "three", null);
            assertThat(changed(only())).containsExactly("badges", "catalogSource", "name");
        }

        @Test
        void are_not_named_by_a_removal_nor_by_what_comes_after_it() {
            name(true);
            world.publish(A, "one", null);
            settle();
            world.publish(A, null);
            assertThat(only().records().removed()).containsExactly(A);
            world.publish(A, "two", null);
            assertThat(changed(only())).isNull();
        }

        @Test
        void
                are_known_of_what_the_partner_had_when_it_asked_for_them_without_anything_being_sent_and_after_a_restart() {
            world.publish(A, "one", "badge");
            settle();
            name(true);
            assertThat(settle()).isEmpty();
            world.restart();
            world.publish(A, "two", "badge");
            assertThat(changed(only())).containsExactly("name");
            name(false);
            assertThat(settle()).isEmpty();
            world.publish(A, "three", "badge");
            assertThat(changed(only())).isNull();
        }

        @Test
        void are_those_that_are_sent() {
            name(true);
            choose("name", "badges");
            world.publish(A, "one", "badge");
            settle();
            choose("name");
            assertThat(settle()).isEmpty();
            world.publish(A, "two", null);
            assertThat(changed(only())).containsExactly("name");
            choose("name", "variantType", "strain");
            assertThat(changed(only())).containsExactly("strain", "variantType");
        }

        @Test
        void are_not_named_of_what_is_asked_for_again_or_goes_to_a_new_address() {
            name(true);
            world.publish(A, "one", null);
            settle();
            partner.resync(A, 0);
            world.configure();
            assertThat(changed(only())).isNull();
            partner.url = "https://two.example/hook";
            world.configure();
            assertThat(changed(only())).isNull();
            world.publish(A, "two", null);
            assertThat(changed(only())).containsExactly("name");
        }

        @Test
        void are_named_alike_by_every_attempt_at_the_same_content_and_by_none_at_another_while_it_is_in_doubt() {
            name(true);
            world.publish(A, "one", null);
            settle();
            world.publish(A, "two", null);
            world.turn();
            ScriptedDelivery.Sent first = underWay();
            first.end(Outcome.unanswered("timed out"));
            world.turns(2);
            ScriptedDelivery.Sent second = underWay();
            assertThat(changed(second)).containsExactly("name");
            assertSame(first, second);
            world.crashBeforeCommit();
            world.turns(2);
            assertSame(first, underWay());
            underWay().end(Outcome.unanswered("timed out"));

            world.publish(A, "three", null);
            assertThat(changed(only())).isNull();
            world.publish(A, "four", null);
            assertThat(changed(only())).containsExactly("name");
        }

        @Test
        void are_named_alike_when_a_refused_record_is_tried_again() {
            name(true);
            world.publish(A, "one", null);
            settle();
            world.publish(A, "two", null);
            world.turn();
            ScriptedDelivery.Sent first = underWay();
            first.end(Outcome.answered(422, null));
            world.turn();
            world.now += 60_000;
            world.turns(2);
            assertSame(first, underWay());
            assertThat(changed(underWay())).containsExactly("name");
        }

        @Test
        void not_named_any_more_make_another_message_of_what_is_sent_again() {
            name(true);
            world.publish(A, "one", null);
            settle();
            world.publish(A, "two", null);
            world.turn();
            ScriptedDelivery.Sent first = underWay();
            name(false);
            world.turn();
            first.end(Outcome.unanswered("timed out"));
            world.turns(2);
            assertThat(changed(underWay())).isNull();
            assertThat(underWay().message().id()).isNotEqualTo(first.message().id());
        }

        @Test
        void are_counted_from_what_was_accepted_while_the_settings_changed() {
            name(true);
            world.publish(A, "one", "badge");
            settle();
            world.publish(A, "two", "badge");
            world.turn();
            choose("name");
            world.turn();
            receiver.take(underWay());
            underWay().accept();
            assertThat(settle()).isEmpty();
            world.publish(A, "three", null);
            assertThat(changed(only())).containsExactly("name");
        }

        private void name(boolean named) {
            partner.settings(settings -> settings.setChangedFields(named));
            world.configure();
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

    private void choose(String... fields) {
        partner.settings(settings -> settings.setFields(List.of(fields)));
        world.configure();
    }

    private List<ScriptedDelivery.Sent> settle() {
        List<ScriptedDelivery.Sent> accepted = world.settle();
        accepted.forEach(receiver::take);
        Set<ScopedVariant> had = new HashSet<>(receiver.copy().keySet());
        assertThat(had).isEqualTo(world.wanted(partner).keySet());
        assertThat(World.chosen(partner, receiver.copy())).isEqualTo(world.wanted(partner));
        return accepted;
    }

    /** The one message that results. */
    private ScriptedDelivery.Sent only() {
        List<ScriptedDelivery.Sent> accepted = settle();
        assertThat(accepted).hasSize(1);
        return accepted.get(0);
    }

    private ScriptedDelivery.Sent underWay() {
        assertThat(world.delivery.underWay()).hasSize(1);
        return Objects.requireNonNull(world.delivery.underWay().get(0));
    }
}
