package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.at;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A world with a partner that may see two companies and a location of each, and what is sent to it. */
final class Reconciled {

    static final ScopedVariant COMPANY_A = new ScopedVariant(new Scope.Company(1), "A");
    static final ScopedVariant LOCATION_A = at("A");
    static final ScopedVariant LOCATION_B = at("B");
    static final ScopedVariant OTHER_A = new ScopedVariant(Scope.of(2, 21), "A");

    final World world = new World(ReconcileLimits.DEFAULT, 8);
    final Catalog.Partner partner = world.partner("p")
            .allow(1, 1, false)
            .allow(1, 11, false)
            .allow(2, 2, false)
            .allow(2, 21, false);

    /** Puts the partners' configurations into effect, and lets the task notice. */
    void configure() {
        world.configure();
        world.turn();
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
