package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import dev.partnercatalog.webhook.catalog.ListingStore;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The logged store of one task, by kind of entry, beside what the task keeps of the catalog. Confined to the task's thread. */
public final class SinkState {

    public static final String STORE = "webhook-state";

    private final KeyValueStore<Bytes, byte[]> store;
    private final RowReader reader;
    private final Backlogs backlogs = new Backlogs();
    private final DueMarks marks;
    private final Intents intents;
    private final SinkCatalog catalog;
    private final CatalogFreshness age;

    /** @param catalog what the task keeps of the catalog */
    public SinkState(KeyValueStore<Bytes, byte[]> store, SinkCatalog catalog) {
        this.store = store;
        this.catalog = catalog;
        this.reader = new RowReader(store);
        this.marks = new DueMarks(store, reader, backlogs);
        this.intents = new Intents(store, reader, backlogs);
        this.age = new CatalogFreshness(store, reader, catalog);
    }

    // The catalog

    /** What the task keeps of the catalog. */
    public SinkCatalog catalog() {
        return catalog;
    }

    // What is listed beside what a partner has

    /** A variant as a scope lists it, and as a partner has it. */
    public ListedAndAcknowledged listedAndAcknowledged(String partnerId, ScopedVariant variant) {
        byte[] image = catalog.listings().contains(variant)
                ? catalog.images(List.of(variant)).get(variant)
                : null;
        return new ListedAndAcknowledged(variant, image, acknowledged(partnerId, variant));
    }

    /**
     * What a company lists beside what a partner has of it, in order; starts after the variant {@code after}, or with
     * the first if that is null.
     *
     * @param barcode null for all variants
     */
    public List<ListedAndAcknowledged> listedAndAcknowledgedAfter(
            String partnerId, long companyId, @Nullable String barcode, @Nullable ScopedVariant after, int limit) {
        Map<ScopedVariant, Acknowledged> both = new LinkedHashMap<>();
        List<ScopedVariant> ofListed = new ArrayList<>();
        byte[] holdings = Keys.prefix(Keys.ACKNOWLEDGED, partnerId);
        try (ListingStore.ListedVariants listed = catalog.listings().listed(companyId, barcode, after);
                Rows acknowledged = new Rows(store, holdings, CatalogKeys.with(holdings, companyId, barcode), after)) {
            while (both.size() < limit && (listed.variant() != null || acknowledged.variant() != null)) {
                int order = compare(listed.variant(), acknowledged.variant());
                ScopedVariant variant = Objects.requireNonNull(order <= 0 ? listed.variant() : acknowledged.variant());
                both.put(variant, order >= 0 ? Acknowledged.decode(acknowledged.value()) : Acknowledged.NOTHING);
                if (order <= 0) {
                    ofListed.add(variant);
                    listed.next();
                }
                if (order >= 0) {
                    acknowledged.next();
                }
            }
        }
        Map<ScopedVariant, byte[]> images = catalog.images(ofListed);
        return both.entrySet().stream()
                .map(row -> new ListedAndAcknowledged(row.getKey(), images.get(row.getKey()), row.getValue()))
                .toList();
    }

    /** Null sorts last. */
    private static int compare(@Nullable ScopedVariant one, @Nullable ScopedVariant other) {
        if (one == null || other == null) {
            return one == null ? 1 : -1;
        }
        return one.compareTo(other);
    }

    public Acknowledged acknowledged(String partnerId, ScopedVariant variant) {
        byte[] bytes = store.get(Keys.ofPartner(Keys.ACKNOWLEDGED, partnerId, variant));
        return bytes == null ? Acknowledged.NOTHING : Acknowledged.decode(bytes);
    }

    /** Whether a partner may have a variant, or for all scopes of a company, whether it may at any of them. */
    public boolean mayHave(String partnerId, ScopedVariant variant) {
        return variant.scope() instanceof Scope.AllOfCompany
                ? reader.hasAny(CatalogKeys.with(
                        Keys.prefix(Keys.ACKNOWLEDGED, partnerId), variant.companyId(), variant.barcode()))
                : acknowledged(partnerId, variant).mayHaveAny();
    }

    /** The variants of which a partner may have something, in order, starting after a variant or with the first. */
    public List<ScopedVariant> acknowledgedAfter(String partnerId, @Nullable ScopedVariant after, int limit) {
        return reader.variants(Keys.prefix(Keys.ACKNOWLEDGED, partnerId), after, limit);
    }

    public void putAcknowledged(String partnerId, ScopedVariant variant, Acknowledged acknowledged) {
        putAllAcknowledged(partnerId, Map.of(variant, acknowledged));
    }

    /** Puts what a partner has of several variants in one write. */
    public void putAllAcknowledged(String partnerId, Map<ScopedVariant, Acknowledged> acknowledged) {
        byte[] prefix = Keys.prefix(Keys.ACKNOWLEDGED, partnerId);
        List<KeyValue<Bytes, byte[]>> rows = new ArrayList<>(acknowledged.size());
        acknowledged.forEach((variant, one) -> rows.add(KeyValue.pair(
                Bytes.wrap(CatalogKeys.with(prefix, variant)),
                one.equals(Acknowledged.NOTHING) ? null : one.encode())));
        store.putAll(rows);
    }

    // What is due, and what is in messages

    public DueMarks marks() {
        return marks;
    }

    /** How much is due, whether it is in a message or not. */
    public Backlogs backlogs() {
        return backlogs;
    }

    /** The messages whose outcome isn't known. */
    public Intents intents() {
        return intents;
    }

    // What was compared under which configuration

    /** How far each company has been compared for the partner. */
    public SortedMap<Long, ComparisonProgress> compared(String partnerId) {
        byte[] family = Keys.prefix(Keys.COMPARED, partnerId);
        TreeMap<Long, ComparisonProgress> compared = new TreeMap<>();
        reader.forEach(
                family,
                (key, value) -> compared.put(Keys.number(key, family.length), ComparisonProgress.decode(value)));
        return compared;
    }

    public void putCompared(String partnerId, long companyId, ComparisonProgress compared) {
        store.put(Keys.ofPartner(Keys.COMPARED, partnerId, companyId), compared.encode());
    }

    public void deleteCompared(String partnerId, long companyId) {
        store.delete(Keys.ofPartner(Keys.COMPARED, partnerId, companyId));
    }

    // What a partner requested again

    public List<Resync> resyncs(String partnerId) {
        byte[] family = Keys.prefix(Keys.RESYNC, partnerId);
        List<Resync> resyncs = new ArrayList<>();
        reader.forEach(family, (key, value) -> resyncs.add(Resync.decode(Keys.number(key, family.length), value)));
        return resyncs;
    }

    public void putResync(String partnerId, Resync resync) {
        store.put(Keys.ofPartner(Keys.RESYNC, partnerId, resync.number()), resync.encode());
    }

    public void deleteResync(String partnerId, long number) {
        store.delete(Keys.ofPartner(Keys.RESYNC, partnerId, number));
    }

    /** The number of the last request that was accepted. */
    public long knownResyncs(String partnerId) {
        return number(Keys.of(Keys.KNOWN_RESYNCS, partnerId), "number of resyncs", 0);
    }

    public void putKnownResyncs(String partnerId, long number) {
        store.put(Keys.of(Keys.KNOWN_RESYNCS, partnerId), Format.number(number));
    }

    // Partners

    /** Each partner that was ever active, by id. */
    public Map<String, Activity> activities() {
        Map<String, Activity> activities = new TreeMap<>();
        byte[] family = Keys.prefix(Keys.PARTNER);
        reader.forEach(family, (key, value) -> activities.put(Keys.partnerId(key), Activity.decode(value)));
        return activities;
    }

    public void putActivity(String partnerId, Activity activity) {
        store.put(Keys.of(Keys.PARTNER, partnerId), activity.encode());
    }

    // What was reported about partners

    /** How many of the pings that a partner requested are done. */
    public long answeredPings(String partnerId) {
        return number(Keys.of(Keys.PINGS, partnerId), "number of pings", 0);
    }

    public void putAnsweredPings(String partnerId, long pings) {
        store.put(Keys.of(Keys.PINGS, partnerId), Format.number(pings));
    }

    /** The partners for which it may have been reported that something is due. */
    public List<String> reported() {
        return reader.partners(Keys.REPORTED);
    }

    public void putReported(String partnerId) {
        store.put(Keys.of(Keys.REPORTED, partnerId), Format.number(1));
    }

    public void deleteReported(String partnerId) {
        store.delete(Keys.of(Keys.REPORTED, partnerId));
    }

    // Holds of removals

    /** By partner. */
    public Map<String, RemovalHold> removalHolds() {
        Map<String, RemovalHold> holds = new TreeMap<>();
        reader.forEach(
                Keys.prefix(Keys.REMOVAL_HOLD),
                (key, value) -> holds.put(Keys.partnerId(key), RemovalHold.decode(value)));
        return holds;
    }

    public void putRemovalHold(String partnerId, RemovalHold hold) {
        store.put(Keys.of(Keys.REMOVAL_HOLD, partnerId), hold.encode());
    }

    public void deleteRemovalHold(String partnerId) {
        store.delete(Keys.of(Keys.REMOVAL_HOLD, partnerId));
    }

    // The clock

    /**
     * Returns a time that this store has never returned before: {@code now}, or the next later one that is free. What
     * is sent later therefore has a later timestamp, whatever the machine's clock does and whichever machine it is.
     */
    public long uniqueTime(long now) {
        long last = number(Keys.CLOCK, "clock", Long.MIN_VALUE);
        long time = Math.max(now, last + 1);
        store.put(Keys.CLOCK, Format.number(time));
        return time;
    }

    private long number(Bytes key, String what, long absent) {
        byte[] bytes = store.get(key);
        return bytes == null ? absent : Format.decodeNumber(bytes, what);
    }

    // The sources

    /** How long ago everything in both had been read. */
    public CatalogFreshness age() {
        return age;
    }

    byte @Nullable [] progress(CatalogTopic source) {
        return store.get(Keys.progress(source));
    }

    void putProgress(CatalogTopic source, byte[] progress) {
        store.put(Keys.progress(source), progress);
    }
}
