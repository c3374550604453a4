package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogStore.Change;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A partner's variants that aren't settled and are here, and the order in which they are compared. Not thread-safe: its
 * {@link Feed} confines it.
 */
final class Items {

    private final NavigableMap<ScopedVariant, Item> items = new TreeMap<>();
    private final Set<Item> live = new LinkedHashSet<>();
    private final Set<Item> backlog = new LinkedHashSet<>();

    @Nullable
    Item get(ScopedVariant variant) {
        return items.get(variant);
    }

    int size() {
        return items.size();
    }

    /** Since when the oldest has been due, in milliseconds since 1970; {@link Long#MAX_VALUE} if there is none. */
    long oldest() {
        return items.values().stream()
                .mapToLong(item -> item.due().since())
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** Whether there is an item of a variant or, for a company, of one at any of its scopes. */
    boolean hasAnyOf(ScopedVariant variant) {
        return allOf(variant).findAny().isPresent();
    }

    private Stream<Item> allOf(ScopedVariant variant) {
        return variant.scope() instanceof Scope.AllOfCompany
                ? variant.allIn(items).values().stream()
                : Stream.ofNullable(items.get(variant));
    }

    /** Up to where all changes are settled, of those that were read. */
    FeedPosition before(FeedPosition read) {
        FeedPosition settled = read;
        for (Item item : items.values()) {
            settled = settled.earlier(item.settled);
        }
        return settled;
    }

    Item add(ScopedVariant variant, Item.Due due) {
        Item item = items.computeIfAbsent(variant, Item::new);
        item.due(due);
        return item;
    }

    Item add(Change change) {
        Item item = add(
                change.variant(),
                new Item.Due(change.origin().at(), change.origin().eventTime()));
        item.settled = item.settled.earlier(change.before());
        item.differs = false;
        item.changed |= item.next != null;
        return item;
    }

    /** A variant of a company that has changed isn't settled at one of its scopes. */
    Item addScope(ScopedVariant variant, Item ofAll) {
        Item item = add(variant, ofAll.due());
        item.settled = item.settled.earlier(ofAll.settled);
        return item;
    }

    /** What is in flight carries the previous state, and must not be the last that is sent. */
    void outdate(ScopedVariant variant) {
        allOf(variant).filter(Item::isInFlight).forEach(Item::outdate);
    }

    void outdateAll() {
        items.values().stream().filter(Item::isInFlight).forEach(Item::outdate);
    }

    void remove(Item item) {
        items.remove(item.variant);
        live.remove(item);
        backlog.remove(item);
    }

    /** All but those in flight, which are outdated and seen to their end. */
    void removeAll() {
        outdateAll();
        items.values().removeIf(item -> !item.isInFlight());
        live.clear();
        backlog.clear();
    }

    // The order in which they are compared

    /** It is compared after the others, those that have just changed first. */
    void enqueue(Item item, boolean isLive) {
        item.stage = Item.Stage.QUEUED;
        if (isLive) {
            backlog.remove(item);
            live.add(item);
        } else if (!live.contains(item)) {
            backlog.add(item);
        }
    }

    boolean hasLive() {
        return !live.isEmpty();
    }

    boolean hasBacklog() {
        return !backlog.isEmpty();
    }

    int live() {
        return live.size();
    }

    int queued() {
        return live.size() + backlog.size();
    }

    /** The next to look at; null if none is left for now. */
    @Nullable
    Item poll(boolean withBacklog) {
        Item item = poll(live);
        return item == null && withBacklog ? poll(backlog) : item;
    }

    static <T> @Nullable T poll(Set<T> set) {
        Iterator<T> all = set.iterator();
        if (!all.hasNext()) {
            return null;
        }
        T first = all.next();
        all.remove();
        return first;
    }

    List<Item> uncompared(int most) {
        return Stream.concat(live.stream(), backlog.stream())
                .filter(item -> !item.differs)
                .limit(Math.max(0, most))
                .toList();
    }
}
