package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import java.util.List;
import java.util.function.Consumer;

/** What happens to the variants of two partners, one step after another. */
enum KillScenario {
    ANSWERS_ARE_LOST(publish("A", "one"), publish("B", "one"), publish("A", "two"), gone("B"), publish("A", "three")),
    THERE_AND_BACK(publish("A", "one"), publish("A", "two"), publish("A", "one"), publish("A", "two"), publish("A", "one")),
    UNLISTED_IN_DOUBT(
            publish("A", "one"), publish("B", "one"), publish("A", "two"), list("A", false), list("A", true), list("A", false)),
    VIEW_TAKEN_AND_GIVEN_BACK(
            publish("A", "one"), allow(true), forbid(), allow(false), publish("A", "two"), forbid(), allow(true), allow(false)),
    DISABLED_AND_ENABLED(
            publish("A", "one"), publish("B", "one"), enable(false), publish("A", "two"), gone("B"), enable(true), publish("B", "one")),
    SKU_MOVED(
            publish("A", "one"),
            world -> world.publishEntry(at("B"), Catalog.variant(at("B"), "one", null), PublicationTime.UNKNOWN),
            world -> world.moveListing(at("A"), at("B")),
            publish("A", "two"),
            world -> world.moveListing(at("B"), at("A")),
            list("A", false)),
    PRODUCT_NOT_THERE_YET(
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
    COMPANY_ENTRY(
            company("one"), list("A", true), publish("A", "own"), company("two"), withoutOwn("A"), list("A", false), company("three")),
    REFUSED_RECORD(publish("A", "poison"), publish("B", "one"), publish("A", "one"), publish("B", "poison"), publish("B", "one")),
    NEW_URL(publish("A", "one"), publish("B", "one"), url("https://two.example/hook"), gone("B"), url("https://one.example/hook")),
    ASKED_FOR_AGAIN(publish("A", "one"), publish("B", "one"), again("A", 0), gone("B"), again("A", 2), publish("A", "two"));

    private final List<Consumer<World>> acts;

    @SafeVarargs
    KillScenario(Consumer<World>... acts) {
        this.acts = List.of(acts);
    }

    List<Consumer<World>> acts() {
        return acts;
    }

    /** Whether partners are sent again what they have. */
    boolean sendsAgain() {
        return this == NEW_URL || this == ASKED_FOR_AGAIN;
    }

    static ScopedVariant at(String barcode) {
        return new ScopedVariant(Scope.of(1, 11), barcode);
    }

    /** Its badge is what partners don't see unless they are allowed to. */
    private static Consumer<World> publish(String barcode, String name) {
        return world -> world.publish(at(barcode), name, "badge");
    }

    private static Consumer<World> gone(String barcode) {
        return world -> world.publish(at(barcode), null);
    }

    private static Consumer<World> withoutOwn(String barcode) {
        return world -> world.publishEntry(at(barcode), null, PublicationTime.UNKNOWN);
    }

    private static Consumer<World> list(String barcode, boolean listed) {
        return world -> world.publishListing(at(barcode), "s", listed, PublicationTime.UNKNOWN);
    }

    private static Consumer<World> company(String name) {
        ScopedVariant company = at("A").atCompany();
        return world -> world.publish(company, name, null);
    }

    private static Consumer<World> product(String name) {
        return world -> world.products.publish(Catalog.product("A", name, "badge"));
    }

    private static Consumer<World> allow(boolean badges) {
        return configure(partner -> partner.allow(1, 11, badges));
    }

    private static Consumer<World> forbid() {
        return configure(partner -> partner.forbid(1, 11));
    }

    private static Consumer<World> enable(boolean enabled) {
        return configure(partner -> partner.active = enabled);
    }

    private static Consumer<World> url(String url) {
        return configure(partner -> partner.url = url);
    }

    private static Consumer<World> again(String barcode, int width) {
        return configure(partner -> partner.resync(at(barcode), width));
    }

    /** Only one of the two partners changes. */
    private static Consumer<World> configure(Consumer<Catalog.Partner> change) {
        return world -> {
            change.accept(world.partner("p"));
            world.configure();
        };
    }
}
