package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogStore.Change;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import dev.partnercatalog.webhook.reconcile.FeedCursors.Positions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A partner's variants that aren't settled and are here, and the order in which they are compared. A variant that shows a
 * product that isn't here is found by its barcode. Not thread-safe: its {@link Feed} confines it.
 */
final class Items {

    private final NavigableMap<ScopedVariant, Item> items = new TreeMap<>();
    private final Positions entries = new Positions();
    private final Positions listings = new Positions();
    private final Set<ScopedVariant> live = new LinkedHashSet<>();
    private final Set<ScopedVariant> late = new LinkedHashSet<>();
    private final Map<String, Set<ScopedVariant>> awaiting = new HashMap<>();
    private long changes;

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

    long changes() {
        return changes;
    }

    /** Whether there is an item of a variant or, for a company, of one at any of its scopes. */
    boolean hasAnyOf(ScopedVariant variant) {
        return items.containsKey(variant)
                || (variant.scope() instanceof Scope.AllOfCompany
                        && !variant.allIn(items).isEmpty());
    }

    /** Up to where all changes are settled, of those that were read. */
    FeedPosition before(FeedPosition read) {
        return new FeedPosition(entries.before(read.entries()), listings.before(read.listings()));
    }

    Item add(ScopedVariant variant, Item.Due due) {
        Item item = items.computeIfAbsent(variant, Item::new);
        item.due(due);
        changes++;
        return item;
    }

    Item add(Change change, boolean ofListing) {
        long offset = change.origin().offset();
        Item item = add(
                change.variant(),
                new Item.Due(change.origin().at(), change.origin().eventTime()));
        if (ofListing && item.listings == Item.SETTLED) {
            item.listings = offset;
            listings.add(offset);
        } else if (!ofListing && item.entries == Item.SETTLED) {
            item.entries = offset;
            entries.add(offset);
        }
        item.differs = false;
        item.changed |= item.next != null;
        return item;
    }

    /** A variant of a company that has changed isn't settled at one of its scopes. */
    Item addScope(ScopedVariant variant, Item ofAll) {
        Item item = add(variant, ofAll.due());
        if (item.entries == Item.SETTLED && ofAll.entries != Item.SETTLED) {
            item.entries = ofAll.entries;
            entries.add(item.entries);
        }
        return item;
    }

    /** What is in flight carries the previous state, and must not be the last that is sent. */
    void outdate(ScopedVariant variant) {
        if (variant.scope() instanceof Scope.AllOfCompany) {
            variant.allIn(items).values().stream().filter(Item::isInFlight).forEach(Item::outdate);
        } else {
            Item item = items.get(variant);
            if (item != null && item.isInFlight()) {
                item.outdate();
            }
        }
    }

    void outdateAll() {
        items.values().stream().filter(Item::isInFlight).forEach(Item::outdate);
    }

    void remove(Item item) {
        items.remove(item.variant);
        leave(item);
        forgetPositions(item);
        changes++;
    }

    /** All but those in flight, which are outdated and seen to their end. */
    void removeAll() {
        outdateAll();
        items.values().removeIf(item -> {
            boolean removed = !item.isInFlight();
            if (removed) {
                forgetPositions(item);
            }
            return removed;
        });
        live.clear();
        late.clear();
        awaiting.clear();
        changes++;
    }

    private void forgetPositions(Item item) {
        entries.remove(item.entries);
        listings.remove(item.listings);
    }

    // The order in which they are compared

    /** It is compared after the others, those that have just changed first. */
    void enqueue(Item item, boolean isLive) {
        awaitsNoLonger(item.variant);
        item.place = Item.Place.QUEUED;
        if (!live.contains(item.variant) && !late.contains(item.variant)) {
            (isLive ? live : late).add(item.variant);
        } else if (isLive && late.remove(item.variant)) {
            live.add(item.variant);
        }
    }

    boolean hasLive() {
        return !live.isEmpty();
    }

    boolean hasLate() {
        return !late.isEmpty();
    }

    int live() {
        return live.size();
    }

    int queued() {
        return live.size() + late.size();
    }

    /** The next to look at; null if none is left for now. */
    @Nullable
    Item poll(boolean withLate) {
        ScopedVariant variant = poll(live);
        variant = variant == null && withLate ? poll(late) : variant;
        return variant == null ? null : items.get(variant);
    }

    static @Nullable ScopedVariant poll(Set<ScopedVariant> set) {
        Iterator<ScopedVariant> first = set.iterator();
        if (!first.hasNext()) {
            return null;
        }
        ScopedVariant variant = first.next();
        first.remove();
        return variant;
    }

    List<Item> uncompared(int most) {
        List<Item> uncompared = new ArrayList<>();
        for (Set<ScopedVariant> queue : List.of(live, late)) {
            for (ScopedVariant variant : queue) {
                Item item = Objects.requireNonNull(items.get(variant));
                if (!item.differs && uncompared.size() < most) {
                    uncompared.add(item);
                }
            }
        }
        return uncompared;
    }

    private void leave(Item item) {
        live.remove(item.variant);
        late.remove(item.variant);
        awaitsNoLonger(item.variant);
    }

    // Products that aren't here

    void await(Item item) {
        leave(item);
        item.place = Item.Place.AWAITS_PRODUCT;
        await(item.variant);
    }

    void await(ScopedVariant variant) {
        awaiting.computeIfAbsent(variant.barcode(), barcode -> new LinkedHashSet<>())
                .add(variant);
    }

    private void awaitsNoLonger(ScopedVariant variant) {
        awaiting.computeIfPresent(variant.barcode(), (barcode, variants) -> {
            variants.remove(variant);
            return variants.isEmpty() ? null : variants;
        });
    }

    List<ScopedVariant> awaiting(String barcode) {
        return List.copyOf(awaiting.getOrDefault(barcode, Set.of()));
    }

    List<ScopedVariant> awaiting() {
        return awaiting.values().stream().flatMap(Set::stream).toList();
    }
}
