package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;

/** A world with a single partner, which may see one location. */
final class OnePartner {

    static final ScopedVariant A = at("A");
    static final ScopedVariant B = at("B");

    final World world = new World(ReconcileLimits.DEFAULT, 8);
    final Catalog.Partner partner = world.partner("p");

    /** @param badges whether the partner sees badges */
    OnePartner(boolean badges) {
        partner.allow(1, 11, badges);
        world.configure();
    }

    /** A variant at the location. */
    static ScopedVariant at(String barcode) {
        return new ScopedVariant(Scope.of(1, 11), barcode);
    }

    /** Turns until something is in flight. */
    ScriptedDelivery.Sent next() {
        for (int i = 0; i < 10 && world.delivery.underWay().isEmpty(); i++) {
            world.turn();
        }
        return world.delivery.underWay().get(0);
    }
}
