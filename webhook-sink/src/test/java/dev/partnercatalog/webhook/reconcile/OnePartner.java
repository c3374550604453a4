package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A world with a single partner, which may see one location, and what is sent to it. */
final class OnePartner {

    static final ScopedVariant A = at("A");
    static final ScopedVariant B = at("B");
    static final ScopedVariant COMPANY_A = A.atCompany();
    static final ScopedVariant OTHER_A = new ScopedVariant(Scope.of(2, 21), "A");

    final World world = new World(ReconcileLimits.DEFAULT, 8);
    final Catalog.Partner partner = world.partner("p");

    /** @param badges whether the partner sees badges */
    OnePartner(boolean badges) {
        partner.allow(1, 11, badges);
        world.configure();
    }

    /** The partner may see two companies, and a location of each. */
    static OnePartner ofTwoCompanies() {
        OnePartner one = new OnePartner(false);
        one.partner.allow(1, 1, false).allow(2, 2, false).allow(2, 21, false);
        return one;
    }

    /** A variant at the location. */
    static ScopedVariant at(String barcode) {
        return new ScopedVariant(Scope.of(1, 11), barcode);
    }

    /** Puts the partner's configuration into effect, and lets the task notice. */
    void configure() {
        world.configure();
        world.turn();
    }

    /** Turns until something is in flight, which must be soon. */
    ScriptedDelivery.Sent next() {
        for (int i = 0; i < 10 && world.delivery.underWay().isEmpty(); i++) {
            world.turn();
        }
        return world.delivery.underWay().get(0);
    }

    /** The same, if it may take minutes. */
    ScriptedDelivery.Sent waitForNext() {
        long began = world.now;
        while (world.delivery.underWay().isEmpty()) {
            assertThat(world.now - began).isLessThan(700_000);
            world.turn();
        }
        return world.delivery.underWay().get(0);
    }

    static Map<ScopedVariant, String> variants(List<ScriptedDelivery.Sent> sent) {
        Map<ScopedVariant, String> variants = new HashMap<>();
        sent.forEach(message -> variants.putAll(message.records().variants()));
        return variants;
    }

    static List<ScopedVariant> removed(List<ScriptedDelivery.Sent> sent) {
        return sent.stream()
                .flatMap(message -> message.records().removed().stream())
                .toList();
    }
}
