package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import java.util.List;

/** A world with a single partner, which may see one location, and the copy that it keeps. */
final class OnePartner {

    static final ScopedVariant A = new ScopedVariant(Scope.of(1, 11), "A");
    static final ScopedVariant B = new ScopedVariant(Scope.of(1, 11), "B");

    final World world = new World(ReconcileLimits.DEFAULT, 8);
    final Catalog.Partner partner = world.partner("p");
    final Receiver receiver = new Receiver(false);

    /** @param badges whether the partner sees badges */
    OnePartner(boolean badges) {
        partner.allow(1, 11, badges);
        world.configure();
    }

    /** Accepts all messages, until the partner has what it should have; returns them. */
    List<ScriptedDelivery.Sent> settle() {
        List<ScriptedDelivery.Sent> accepted = world.settle();
        accepted.forEach(receiver::take);
        assertThat(receiver.copy()).isEqualTo(world.wanted(partner));
        return accepted;
    }

    /** The same, and one message suffices. */
    ScriptedDelivery.Sent settleWithOne() {
        List<ScriptedDelivery.Sent> accepted = settle();
        assertThat(accepted).hasSize(1);
        return accepted.get(0);
    }

    /** Turns until something is in flight. */
    ScriptedDelivery.Sent next() {
        for (int i = 0; i < 10 && world.delivery.underWay().isEmpty(); i++) {
            world.turn();
        }
        return world.delivery.underWay().get(0);
    }
}
