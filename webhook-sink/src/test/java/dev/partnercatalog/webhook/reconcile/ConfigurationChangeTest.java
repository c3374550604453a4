package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.Reconciled.COMPANY_A;
import static dev.partnercatalog.webhook.reconcile.Reconciled.LOCATION_A;
import static dev.partnercatalog.webhook.reconcile.Reconciled.LOCATION_B;
import static dev.partnercatalog.webhook.reconcile.Reconciled.OTHER_A;
import static dev.partnercatalog.webhook.reconcile.Reconciled.removed;
import static dev.partnercatalog.webhook.reconcile.Reconciled.variants;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is sent because of a change of configuration, and not of a variant (D24). */
class ConfigurationChangeTest {

    private final Reconciled reconciled = new Reconciled();
    private final World world = reconciled.world;
    private final Catalog.Partner partner = reconciled.partner;

    @Test
    @DisplayName("D24: enabling the webhook for the first time sends everything once")
    void first_enabling_sends_everything_once() {
        partner.active = false;
        reconciled.configure();
        world.publish(COMPANY_A, "name", null);
        world.publish(LOCATION_B, "name", null);
        world.publish(OTHER_A, "name", null);
        assertThat(world.settle()).isEmpty();

        partner.active = true;
        reconciled.configure();

        assertThat(variants(world.settle())).isEqualTo(world.wanted(partner)).hasSize(3);
        assertThat(world.settle()).isEmpty();
    }

    @Test
    @DisplayName("D24: enabling the webhook again at the same URL sends what differs by then")
    void enabling_again_sends_what_differs() {
        reconciled.configure();
        world.publish(COMPANY_A, "name", null);
        world.publish(LOCATION_A, "name", null);
        world.publish(LOCATION_B, "name", null);
        world.publish(OTHER_A, "name", null);
        world.settle();
        partner.active = false;
        reconciled.configure();
        world.publish(LOCATION_A, "new name", null);
        world.publish(LOCATION_B, null);
        world.publish(OTHER_A, "new name", null);
        world.publish(OTHER_A, "name", null);
        assertThat(world.settle()).isEmpty();

        partner.active = true;
        reconciled.configure();

        List<ScriptedDelivery.Sent> sent = world.settle();
        assertThat(variants(sent)).containsOnlyKeys(LOCATION_A);
        assertThat(removed(sent)).containsExactly(LOCATION_B);
    }

    @Test
    @DisplayName("D24: a new URL gets everything once, and only the new one gets it")
    void a_new_url_gets_everything_once() {
        reconciled.configure();
        world.publish(LOCATION_A, "name", null);
        world.publish(OTHER_A, "name", null);
        world.settle();

        partner.url = "https://two.example/hook";
        reconciled.configure();

        List<ScriptedDelivery.Sent> sent = world.settle();
        assertThat(variants(sent)).isEqualTo(world.wanted(partner));
        assertThat(sent).allMatch(message -> message.endpoint().url().equals("https://two.example/hook"));
        assertThat(world.settle()).isEmpty();
    }

    @Test
    @DisplayName(
            "D24: what is in a company or location that the partner may no longer see is sent as removed, and again later")
    void what_it_may_no_longer_see_is_sent_as_removed() {
        reconciled.configure();
        world.publish(COMPANY_A, "name", null);
        world.publish(LOCATION_A, "name", null);
        world.publish(OTHER_A, "name", null);
        world.settle();

        partner.forbid(1, 11);
        reconciled.configure();
        List<ScriptedDelivery.Sent> afterLocation = world.settle();
        partner.forbid(2, 2);
        partner.forbid(2, 21);
        reconciled.configure();
        List<ScriptedDelivery.Sent> afterCompany = world.settle();

        assertThat(removed(afterLocation)).containsExactly(LOCATION_A);
        assertThat(removed(afterCompany)).containsExactly(OTHER_A);
        assertThat(variants(afterLocation)).isEmpty();
        assertThat(variants(afterCompany)).isEmpty();

        partner.allow(2, 21, false);
        reconciled.configure();
        assertThat(variants(world.settle())).as("seen again").containsOnlyKeys(OTHER_A);
    }

    @Test
    void a_start_with_the_same_configuration_compares_nothing_again() {
        reconciled.configure();
        world.publish(LOCATION_A, "name", null);
        world.settle();
        int written = world.store().length();

        world.restart();

        assertThat(world.settle()).isEmpty();
        assertThat(world.store().length()).isEqualTo(written);
    }

    @Test
    void a_configuration_that_changed_while_it_was_down_is_noticed_at_the_start() {
        reconciled.configure();
        world.publish(LOCATION_A, "name", "badge");
        world.publish(OTHER_A, "name", null);
        world.settle();

        partner.allow(1, 11, true);
        partner.forbid(2, 2);
        partner.forbid(2, 21);
        reconciled.configure();
        world.restart();

        List<ScriptedDelivery.Sent> sent = world.settle();
        assertThat(variants(sent)).containsOnlyKeys(LOCATION_A);
        assertThat(removed(sent)).containsExactly(OTHER_A);
    }

    @Test
    void what_was_formed_when_the_operator_takes_hold_does_not_go_out() {
        reconciled.configure();
        world.publish(LOCATION_A, "one", null);
        world.read(1);
        world.tick();
        partner.control.setSuspended(true);
        world.configure();
        world.tick();

        world.commit();

        assertThat(world.delivery.all()).isEmpty();
        partner.control.setSuspended(false);
        reconciled.configure();
        assertThat(world.settle()).hasSize(1);
    }
}
