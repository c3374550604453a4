package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import java.util.List;
import java.util.function.Consumer;

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

    private KillScenario(String name, boolean sendsAgain, Act... acts) {
        this(name, sendsAgain, List.of(acts));
    }

    static List<KillScenario> all() {
        return List.of(
                new KillScenario(
                        "answers are lost",
                        false,
                        publish("A", "one"),
                        publish("B", "one"),
                        publish("A", "two"),
                        gone("B"),
                        publish("A", "three")),
                new KillScenario(
                        "there and back",
                        false,
                        publish("A", "one"),
                        publish("A", "two"),
                        publish("A", "one"),
                        publish("A", "two"),
                        publish("A", "one")),
                new KillScenario(
                        "unlisted in doubt",
                        false,
                        publish("A", "one"),
                        publish("B", "one"),
                        publish("A", "two"),
                        list("A", false),
                        list("A", true),
                        list("A", false)),
                new KillScenario(
                        "view taken and given back",
                        false,
                        publish("A", "one"),
                        allow(true),
                        forbid(),
                        allow(false),
                        publish("A", "two"),
                        forbid(),
                        allow(true),
                        allow(false)),
                new KillScenario(
                        "disabled and enabled",
                        false,
                        publish("A", "one"),
                        publish("B", "one"),
                        enable(false),
                        publish("A", "two"),
                        gone("B"),
                        enable(true),
                        publish("B", "one")),
                new KillScenario(
                        "sku moved",
                        false,
                        publish("A", "one"),
                        world -> world.publishEntry(
                                at("B"), Catalog.variant(at("B"), "one", null), PublicationTime.UNKNOWN),
                        world -> world.moveListing(at("A"), at("B")),
                        publish("A", "two"),
                        world -> world.moveListing(at("B"), at("A")),
                        list("A", false)),
                new KillScenario(
                        "product not there yet",
                        false,
                        publish("A", "own"),
                        product("one"),
                        world -> world.products.refer(at("A")),
                        list("A", false),
                        list("A", true),
                        world -> world.products.arrive(1),
                        product("two"),
                        gone("A"),
                        product("three"),
                        world -> world.products.refer(at("A")),
                        list("A", true)),
                new KillScenario(
                        "company entry",
                        false,
                        company("one"),
                        list("A", true),
                        publish("A", "own"),
                        company("two"),
                        withoutOwn("A"),
                        list("A", false),
                        company("three")),
                new KillScenario(
                        "refused record",
                        false,
                        publish("A", "poison"),
                        publish("B", "one"),
                        publish("A", "one"),
                        publish("B", "poison"),
                        publish("B", "one")),
                new KillScenario(
                        "new url",
                        true,
                        publish("A", "one"),
                        publish("B", "one"),
                        url("https://two.example/hook"),
                        gone("B"),
                        url("https://one.example/hook")),
                new KillScenario(
                        "asked for again",
                        true,
                        publish("A", "one"),
                        publish("B", "one"),
                        again("A", 0),
                        gone("B"),
                        again("A", 2),
                        publish("A", "two")));
    }

    @Override
    public String toString() {
        return name;
    }

    static ScopedVariant at(String barcode) {
        return new ScopedVariant(Scope.of(1, 11), barcode);
    }

    /** Its badge is what partners don't see unless they are allowed to. */
    private static Act publish(String barcode, String name) {
        return world -> world.publish(at(barcode), name, "badge");
    }

    private static Act gone(String barcode) {
        return world -> world.publish(at(barcode), null);
    }

    private static Act withoutOwn(String barcode) {
        return world -> world.publishEntry(at(barcode), null, PublicationTime.UNKNOWN);
    }

    private static Act list(String barcode, boolean listed) {
        return world -> world.publishListing(at(barcode), "s", listed, PublicationTime.UNKNOWN);
    }

    private static Act company(String name) {
        ScopedVariant company = at("A").atCompany();
        return world -> world.publish(company, name, null);
    }

    private static Act product(String name) {
        return world -> world.products.publish(Catalog.product("A", name, "badge"));
    }

    private static Act allow(boolean badges) {
        return configure(partner -> partner.allow(1, 11, badges));
    }

    private static Act forbid() {
        return configure(partner -> partner.forbid(1, 11));
    }

    private static Act enable(boolean enabled) {
        return configure(partner -> partner.active = enabled);
    }

    private static Act url(String url) {
        return configure(partner -> partner.url = url);
    }

    private static Act again(String barcode, int width) {
        return configure(partner -> partner.resync(at(barcode), width));
    }

    /** Only one of the two partners changes. */
    private static Act configure(Consumer<Catalog.Partner> change) {
        return world -> {
            change.accept(world.partner("p"));
            world.configure();
        };
    }
}
