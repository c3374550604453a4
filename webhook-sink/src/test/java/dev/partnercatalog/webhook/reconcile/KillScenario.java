package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.at;

import dev.partnercatalog.records.ResolvedVariant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What happens to the variants of two partners, one after another.
 *
 * @param sendsAgain whether partners are sent again what they have
 */
record KillScenario(String name, boolean sendsAgain, List<Act> acts) {

    /** One of the things that happen. */
    interface Act {
        void on(World world);
    }

    static List<KillScenario> all() {
        return List.of(
                once("answers are lost", a("one"), b("one"), a("two"), gone("B"), a("three")),
                once("there and back", a("one"), a("two"), a("one"), a("two"), a("one")),
                once("unlisted in doubt", a("one"), b("one"), a("two"), list(false), list(true), list(false)),
                once(
                        "view taken and given back",
                        a("one"),
                        allow(true),
                        forbid(),
                        allow(false),
                        a("two"),
                        forbid(),
                        allow(true),
                        allow(false)),
                once("disabled and enabled", a("one"), b("one"), on(false), a("two"), gone("B"), on(true), b("one")),
                once("sku moved", a("one"), entry("B", "one"), move("A", "B"), a("two"), move("B", "A"), list(false)),
                once(
                        "product not there yet",
                        a("own"),
                        product("one"),
                        world -> world.topics.refer(at("A")),
                        list(false),
                        list(true),
                        world -> world.products.arrive(1),
                        product("two"),
                        gone("A"),
                        product("three"),
                        world -> world.topics.refer(at("A")),
                        list(true)),
                once(
                        "company entry",
                        company("one"),
                        list(true),
                        a("own"),
                        company("two"),
                        entry("A", null),
                        list(false),
                        company("three")),
                once("refused record", a("poison"), b("one"), a("one"), b("poison"), b("one")),
                again("new url", a("one"), b("one"), url("two"), gone("B"), url("one")),
                again("asked for again", a("one"), b("one"), ask(0), gone("B"), ask(2), a("two")));
    }

    private static KillScenario once(String name, Act... acts) {
        return new KillScenario(name, false, List.of(acts));
    }

    private static KillScenario again(String name, Act... acts) {
        return new KillScenario(name, true, List.of(acts));
    }

    @Override
    public String toString() {
        return name;
    }

    private static Act a(String name) {
        return publish("A", name);
    }

    private static Act b(String name) {
        return publish("B", name);
    }

    /** Its badge is what partners don't see unless they are allowed to. */
    private static Act publish(String barcode, String name) {
        return world -> world.publish(at(barcode), name, "badge");
    }

    private static Act gone(String barcode) {
        return world -> world.publish(at(barcode), null);
    }

    /** The scope's own entry; null if it has none any more. */
    private static Act entry(String barcode, @Nullable String name) {
        ResolvedVariant entry = name == null ? null : Catalog.variant(at(barcode), name, null);
        return world -> world.topics.publishEntry(at(barcode), entry);
    }

    private static Act list(boolean listed) {
        return world -> world.topics.publishListing(at("A"), "s", listed);
    }

    private static Act move(String from, String to) {
        return world -> world.topics.moveListing(at(from), at(to));
    }

    private static Act company(String name) {
        return world -> world.publish(at("A").atCompany(), name, null);
    }

    private static Act product(String name) {
        return world -> world.topics.publishProduct(Catalog.product("A", name, "badge"));
    }

    private static Act allow(boolean badges) {
        return configure(partner -> partner.allow(1, 11, badges));
    }

    private static Act forbid() {
        return configure(partner -> partner.forbid(1, 11));
    }

    private static Act on(boolean enabled) {
        return configure(partner -> partner.active = enabled);
    }

    private static Act url(String host) {
        return configure(partner -> partner.url = "https://" + host + ".example/hook");
    }

    private static Act ask(int width) {
        return configure(partner -> partner.resync(at("A"), width));
    }

    /** Only one of the two partners changes. */
    private static Act configure(Consumer<Catalog.Partner> change) {
        return world -> {
            change.accept(world.partner("p"));
            world.configure();
        };
    }
}
