package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.A;
import static dev.partnercatalog.webhook.reconcile.OnePartner.B;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D24: a partner chooses the fields of its records")
class ChosenFieldsTest {

    private final OnePartner one = new OnePartner(true);
    private final World world = one.world;
    private final Catalog.Partner partner = one.partner;

    @Test
    void a_record_carries_those_that_were_chosen_and_what_identifies_it() {
        one.chooseFields("name", "catalogSource");
        world.publish(A, "one", "badge");

        assertThat(one.settleWithOne().records().variants())
                .containsEntry(
                        A,
                        "{\"barcode\":\"A\",\"catalogSource\":{\"name\":\"BPD\"},\"companyId\":1,\"locationId\":11,"
                                + "\"name\":\"one\"}");
    }

    @Test
    void a_change_of_a_field_that_is_not_sent_sends_nothing() {
        one.chooseFields("name");
        world.publish(A, "one", "badge");
        one.settle();

        world.publish(A, "one", null);
        assertThat(one.settle()).isEmpty();
        partner.allow(1, 11, false);
        world.configure();
        assertThat(one.settle()).isEmpty();
        world.publish(A, "two", null);
        assertThat(one.settleWithOne().records().variants()).isEqualTo(world.wanted(partner));
    }

    @Test
    void fewer_of_them_send_nothing_and_a_change_of_what_is_not_sent_any_more_neither() {
        world.publish(A, "one", "badge");
        world.publish(B, "one", null);
        one.settle();

        one.chooseFields("name", "catalogSource");
        assertThat(one.settle()).isEmpty();
        world.publish(A, "one", "another");
        assertThat(one.settle()).isEmpty();
        one.chooseFields("name");
        assertThat(one.settle()).isEmpty();
        world.restart();
        assertThat(one.settle()).isEmpty();
        world.publish(B, "two", null);
        assertThat(one.settleWithOne().records().variants()).containsOnlyKeys(B);
    }

    @Test
    void more_of_them_send_what_has_them() {
        one.chooseFields("name");
        world.publish(A, "one", "badge");
        world.publish(B, "one", null);
        one.settle();

        one.chooseFields("name", "badges");
        assertThat(one.settleWithOne().records().variants()).containsOnlyKeys(A);
        one.chooseFields();
        one.settings(settings -> settings.setFields(null));
        one.settle();
        assertThat(one.receiver.copy()).isEqualTo(world.wanted(partner));
    }

    @Test
    void none_of_them_say_only_what_is_there() {
        one.chooseFields();
        world.publish(A, "one", "badge");
        one.settle();
        world.publish(A, "two", null);
        assertThat(one.settle()).isEmpty();
        world.publish(A, null);
        assertThat(one.settleWithOne().records().removed()).containsExactly(A);
    }

    @Test
    void chosen_again_that_have_gone_meanwhile_are_taken_back() {
        one.chooseFields("name", "badges");
        world.publish(A, "one", "badge");
        one.settle();
        one.chooseFields("name");
        assertThat(one.settle()).isEmpty();
        world.publish(A, "one", null);
        assertThat(one.settle()).isEmpty();
        world.restart();
        one.chooseFields("name", "badges");
        assertThat(one.settleWithOne().records().variants()).isEqualTo(world.wanted(partner));
        assertThat(one.settle()).isEmpty();
    }

    @Test
    void chosen_again_that_have_gone_meanwhile_are_named_as_changed() {
        one.chooseFields("name", "badges");
        one.settings(settings -> settings.setChangedFields(true));
        world.publish(A, "one", "badge");
        one.settle();
        one.chooseFields("name");
        assertThat(one.settle()).isEmpty();
        world.publish(A, "one", null);
        assertThat(one.settle()).isEmpty();
        one.chooseFields("name", "badges");
        assertThat(one.settleWithOne().records().changed().get(A)).containsExactly("badges");
    }

    @Test
    void chosen_again_come_again_since_they_may_have_changed_meanwhile() {
        world.publish(A, "one", "badge");
        one.settle();
        one.chooseFields("name");
        assertThat(one.settle()).isEmpty();
        world.publish(A, "one", "another");
        assertThat(one.settle()).isEmpty();
        one.settings(settings -> settings.setFields(null));
        assertThat(one.settleWithOne().records().variants()).isEqualTo(world.wanted(partner));
    }
}
