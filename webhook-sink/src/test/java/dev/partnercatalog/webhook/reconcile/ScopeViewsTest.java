package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.reconcile.Comparison.ScopeViews;
import dev.partnercatalog.webhook.subscription.Subscriber;
import org.junit.jupiter.api.Test;

class ScopeViewsTest {

    private static final ScopedVariant ONE = at("a");

    private final ScopeViews views = new ScopeViews();
    private final Catalog.Partner partner =
            new Catalog.Partner("p").allow(1, 11, false).allow(1, 12, false);

    @Test
    void a_scope_has_one_view_for_all_its_variants_until_the_configuration_changes() {
        Subscriber subscriber = partner.subscriber();
        ScopedVariant other = new ScopedVariant(ONE.scope(), "b");
        assertThat(views.of(subscriber, ONE)).isNotNull().isSameAs(views.of(subscriber, other));
        assertThat(views.of(subscriber, ONE.at(Scope.of(1, 12)))).isNotSameAs(views.of(subscriber, ONE));

        Subscriber changed = partner.allow(1, 11, true).subscriber();
        assertThat(views.of(changed, ONE)).isNotNull().isNotSameAs(views.of(subscriber, ONE));
    }

    @Test
    void a_scope_that_the_partner_may_not_see_has_none() {
        assertThat(views.of(partner.subscriber(), ONE.at(Scope.of(1, 13)))).isNull();
        assertThat(views.of(partner.subscriber(), ONE.at(Scope.of(2, 11)))).isNull();
    }
}
