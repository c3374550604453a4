package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.A;
import static dev.partnercatalog.webhook.reconcile.OnePartner.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.trace.Cause;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D24: a partner chooses variant types")
class ChosenVariantTypesTest {

    private final OnePartner one = new OnePartner(true);
    private final World world = one.world;
    private final Catalog.Partner partner = one.partner;

    @Test
    void that_were_not_chosen_are_not_sent_and_those_that_leave_come_as_removed() {
        chooseTypes(List.of("Flower", ""));
        publish(A, "one", "Flower");
        publish(B, "one", "Vape");
        one.settle();
        assertThat(one.receiver.copy()).containsOnlyKeys(A);

        publish(A, "one", "Vape");
        assertThat(one.settleWithOne().records().removed()).containsExactly(A);
        publish(A, "two", "Vape");
        assertThat(one.settle()).isEmpty();
        publish(A, "two", "");
        assertThat(one.settleWithOne().records().variants()).isEqualTo(world.wanted(partner));
    }

    @Test
    void chosen_later_take_back_what_the_partner_has_of_others_and_chosen_no_more_bring_it_again() {
        publish(A, "one", "Flower");
        publish(B, "one", "Vape");
        one.settle();
        chooseTypes(List.of("Flower"));
        assertThat(one.settleWithOne().records().all()).containsExactly(B);
        chooseTypes(null);
        assertThat(one.settleWithOne().records().variants()).containsOnlyKeys(B);
        assertThat(one.receiver.copy()).isEqualTo(world.wanted(partner));
    }

    @Test
    void of_which_nothing_was_sent_are_not_taken_back() {
        chooseTypes(List.of("Flower"));
        publish(A, "one", "Vape");
        world.configure();
        assertThat(one.settle()).isEmpty();
    }

    @Test
    void count_as_the_entry_that_holds_at_the_scope_says() {
        chooseTypes(List.of("Flower"));
        world.publishEntry(A.atCompany(), Catalog.variant(A.atCompany(), "one", null, "Flower"), Cause.UNKNOWN);
        world.publishListing(A, "s", true, Cause.UNKNOWN);
        one.settle();
        assertThat(one.receiver.copy()).containsOnlyKeys(A);
        world.publishEntry(A, Catalog.variant(A, "one", null, "Vape"), Cause.UNKNOWN);
        assertThat(one.settleWithOne().records().removed()).containsExactly(A);
    }

    private void publish(ScopedVariant variant, String name, String type) {
        world.publish(variant, Catalog.variant(variant, name, null, type));
    }

    private void chooseTypes(@Nullable List<String> types) {
        one.settings(settings -> settings.setVariantTypes(types));
    }
}
