package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.A;
import static dev.partnercatalog.webhook.reconcile.OnePartner.B;
import static dev.partnercatalog.webhook.reconcile.OnePartner.COMPANY_A;
import static dev.partnercatalog.webhook.reconcile.OnePartner.OTHER_A;
import static dev.partnercatalog.webhook.reconcile.OnePartner.removed;
import static dev.partnercatalog.webhook.reconcile.OnePartner.variants;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is sent because of a change of configuration, and not of a variant (D24). */
class ConfigurationChangeTest {

    private final OnePartner one = OnePartner.ofTwoCompanies();
    private final World world = one.world;
    private final Catalog.Partner partner = one.partner;

    @Test
    @DisplayName("D24: enabling the webhook for the first time sends everything once")
    void first_enabling_sends_everything_once() {
        partner.active = false;
        one.configure();
        world.publish(COMPANY_A, "name", null);
        world.publish(B, "name", null);
        world.publish(OTHER_A, "name", null);
        assertThat(world.settle()).isEmpty();

        partner.active = true;
        one.configure();

        assertThat(variants(world.settle())).isEqualTo(world.wanted(partner)).hasSize(3);
        assertThat(world.settle()).isEmpty();
    }

    @Test
    @DisplayName("D24: enabling the webhook again at the same URL sends what differs by then")
    void enabling_again_sends_what_differs() {
        one.configure();
        world.publish(COMPANY_A, "name", null);
        world.publish(A, "name", null);
        world.publish(B, "name", null);
        world.publish(OTHER_A, "name", null);
        world.settle();
        partner.active = false;
        one.configure();
        world.publish(A, "new name", null);
        world.publish(B, null);
        world.publish(OTHER_A, "new name", null);
        world.publish(OTHER_A, "name", null);
        assertThat(world.settle()).isEmpty();

        partner.active = true;
        one.configure();

        List<ScriptedDelivery.Sent> sent = world.settle();
        assertThat(variants(sent)).containsOnlyKeys(A);
        assertThat(removed(sent)).containsExactly(B);
    }

    @Test
    @DisplayName("D24: a new URL gets everything once, and only the new one gets it")
    void a_new_url_gets_everything_once() {
        one.configure();
        world.publish(A, "name", null);
        world.publish(OTHER_A, "name", null);
        world.settle();

        partner.url = "https://two.example/hook";
        one.configure();

        List<ScriptedDelivery.Sent> sent = world.settle();
        assertThat(variants(sent)).isEqualTo(world.wanted(partner));
        assertThat(sent).allMatch(message -> message.endpoint().url().equals("https://two.example/hook"));
        assertThat(world.settle()).isEmpty();
    }

    @Test
    @DisplayName(
            "D24: what is in a company or location that the partner may no longer see is sent as removed, and again later")
    void what_it_may_no_longer_see_is_sent_as_removed() {
        one.configure();
        world.publish(COMPANY_A, "name", null);
        world.publish(A, "name", null);
        world.publish(OTHER_A, "name", null);
        world.settle();

        partner.forbid(1, 11);
        one.configure();
        List<ScriptedDelivery.Sent> afterLocation = world.settle();
        partner.forbid(2, 2);
        partner.forbid(2, 21);
        one.configure();
        List<ScriptedDelivery.Sent> afterCompany = world.settle();

        assertThat(removed(afterLocation)).containsExactly(A);
        assertThat(removed(afterCompany)).containsExactly(OTHER_A);
        assertThat(variants(afterLocation)).isEmpty();
        assertThat(variants(afterCompany)).isEmpty();

        partner.allow(2, 21, false);
        one.configure();
        assertThat(variants(world.settle())).as("seen again").containsOnlyKeys(OTHER_A);
    }

    @Test
    void a_start_with_the_same_configuration_compares_nothing_again() {
        one.configure();
        world.publish(A, "name", null);
        world.settle();
        int written = world.store().length();

        world.restart();

        assertThat(world.settle()).isEmpty();
        assertThat(world.store().length()).isEqualTo(written);
    }

    @Test
    void what_was_formed_when_the_operator_takes_hold_does_not_go_out() {
        one.configure();
        world.publish(A, "one", null);
        world.read(1);
        world.tick();
        partner.control.setSuspended(true);
        world.configure();
        world.tick();

        world.commit();

        assertThat(world.delivery.all()).isEmpty();
        partner.control.setSuspended(false);
        one.configure();
        assertThat(world.settle()).hasSize(1);
    }
}
