package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import dev.partnercatalog.webhook.catalog.ListingStore;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The logged store of one task, by kind of row, beside the catalog. Confined to the task's thread. */
public final class SinkState {

    public static final String STORE = "webhook-state";

    private final KeyValueStore<Bytes, byte[]> store;
    private final SinkCatalog catalog;

    /** @param catalog as the task reads it */
    public SinkState(KeyValueStore<Bytes, byte[]> store, SinkCatalog catalog) {
        this.store = store;
        this.catalog = catalog;
    }

    /** The catalog as the task reads it. */
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
     * What a company lists beside what a partner has of it, in order.
     *
     * @param barcode null for all variants
     * @param from the variant to start with, null for the first
     */
    public List<ListedAndAcknowledged> listedAndAcknowledged(
            String partnerId, long companyId, @Nullable String barcode, @Nullable ScopedVariant from, int limit) {
        Map<ScopedVariant, Acknowledged> both = new LinkedHashMap<>();
        List<ScopedVariant> ofListed = new ArrayList<>();
        byte[] family = Keys.prefix(Keys.ACKNOWLEDGED, partnerId);
        try (ListingStore.ListedVariants listed = catalog.listings().listed(companyId, barcode, from);
                Rows acknowledged = new Rows(store, family, CatalogKeys.with(family, companyId, barcode), from)) {
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

    // What a partner has

    public Acknowledged acknowledged(String partnerId, ScopedVariant variant) {
        byte[] bytes = store.get(Keys.ofPartner(Keys.ACKNOWLEDGED, partnerId, variant));
        return bytes == null ? Acknowledged.NOTHING : Acknowledged.decode(bytes);
    }

    /** Whether a partner may have a variant, or for all scopes of a company, whether it may at any of them. */
    public boolean mayHave(String partnerId, ScopedVariant variant) {
        if (!(variant.scope() instanceof Scope.AllOfCompany)) {
            return acknowledged(partnerId, variant).mayHaveAny();
        }
        byte[] prefix =
                CatalogKeys.with(Keys.prefix(Keys.ACKNOWLEDGED, partnerId), variant.companyId(), variant.barcode());
        try (KeyValueIterator<Bytes, byte[]> rows = store.range(Bytes.wrap(prefix), Keys.after(prefix))) {
            return rows.hasNext();
        }
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

    /** The number of variants of which a partner may have something; reads all of them. */
    public long countAcknowledged(String partnerId) {
        long[] count = {0};
        forEach(Keys.prefix(Keys.ACKNOWLEDGED, partnerId), (key, value) -> count[0]++);
        return count[0];
    }

    /** The first company from a number on of which a partner may have something; empty if there is none. */
    public OptionalLong acknowledgedCompany(String partnerId, long from) {
        byte[] family = Keys.prefix(Keys.ACKNOWLEDGED, partnerId);
        try (KeyValueIterator<Bytes, byte[]> rows =
                store.range(Bytes.wrap(CatalogKeys.with(family, from)), Keys.after(family))) {
            return rows.hasNext()
                    ? OptionalLong.of(
                            Keys.variant(rows.next().key, family.length).companyId())
                    : OptionalLong.empty();
        }
    }

    // What waits by itself

    public @Nullable Deferred deferred(String partnerId, ScopedVariant variant) {
        byte[] bytes = store.get(Keys.ofPartner(Keys.DEFERRED, partnerId, variant));
        return bytes == null ? null : Deferred.decode(bytes);
    }

    public void putDeferred(String partnerId, ScopedVariant variant, Deferred deferred) {
        store.put(Keys.ofPartner(Keys.DEFERRED, partnerId, variant), deferred.encode());
    }

    public void deleteDeferred(String partnerId, ScopedVariant variant) {
        store.delete(Keys.ofPartner(Keys.DEFERRED, partnerId, variant));
    }

    public void forEachDeferred(String partnerId, BiConsumer<ScopedVariant, Deferred> visit) {
        byte[] family = Keys.prefix(Keys.DEFERRED, partnerId);
        forEach(family, (key, value) -> visit.accept(Keys.variant(key, family.length), Deferred.decode(value)));
    }

    // How far partners and the task are

    /** Each partner that is known here, by id. */
    public Map<String, PartnerRow> partners() {
        Map<String, PartnerRow> partners = new TreeMap<>();
        forEach(Keys.prefix(Keys.PARTNER), (key, value) -> partners.put(Keys.partnerId(key), PartnerRow.decode(value)));
        return partners;
    }

    public void putPartner(String partnerId, PartnerRow row) {
        store.put(Keys.partner(partnerId), row.encode());
    }

    /** What the task remembers; null if nothing was ever written. */
    public @Nullable TaskRow task() {
        byte[] bytes = store.get(Keys.TASK);
        return bytes == null ? null : TaskRow.decode(bytes);
    }

    public void putTask(TaskRow row) {
        store.put(Keys.TASK, row.encode());
    }

    private void forEach(byte[] prefix, BiConsumer<Bytes, byte[]> visit) {
        try (KeyValueIterator<Bytes, byte[]> rows = store.range(Bytes.wrap(prefix), Keys.after(prefix))) {
            while (rows.hasNext()) {
                KeyValue<Bytes, byte[]> row = rows.next();
                visit.accept(row.key, row.value);
            }
        }
    }

    /** The variants in the keys of a range, in order, with their values. */
    static final class Rows implements AutoCloseable {

        private final byte[] family;
        private final KeyValueIterator<Bytes, byte[]> entries;
        private @Nullable ScopedVariant variant;
        private byte[] value = {};

        /**
         * Starts with the first.
         *
         * @param family what comes before the variant in each key, and starts the prefix
         * @param from the variant to start with, null for the first
         */
        Rows(KeyValueStore<Bytes, byte[]> store, byte[] family, byte[] prefix, @Nullable ScopedVariant from) {
            this.family = family;
            Bytes first = Bytes.wrap(prefix);
            Bytes next = from == null ? first : Bytes.wrap(CatalogKeys.with(family, from));
            this.entries = store.range(next.compareTo(first) < 0 ? first : next, Keys.after(prefix));
            next();
        }

        /** Null if there are no more. */
        @Nullable
        ScopedVariant variant() {
            return variant;
        }

        byte[] value() {
            return value;
        }

        void next() {
            if (entries.hasNext()) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                variant = Keys.variant(entry.key, family.length);
                value = entry.value;
            } else {
                variant = null;
            }
        }

        @Override
        public void close() {
            entries.close();
        }
    }

    /** A variant at a scope as it is listed, and as a partner has it. Immutable; the image must not be changed. */
    public static final class ListedAndAcknowledged {

        private final ScopedVariant variant;
        private final byte @Nullable [] image;
        private final Acknowledged acknowledged;

        @SuppressWarnings("ArrayIsStoredDirectly")
        ListedAndAcknowledged(ScopedVariant variant, byte @Nullable [] image, Acknowledged acknowledged) {
            this.variant = variant;
            this.image = image;
            this.acknowledged = acknowledged;
        }

        public ScopedVariant variant() {
            return variant;
        }

        /** Image of the entry that applies at the scope; null if the scope doesn't list the variant, or it doesn't resolve. */
        public byte @Nullable [] image() {
            return image;
        }

        /** Whether the scope lists the variant, but it isn't known what applies there: the partner keeps what it has. */
        public boolean isUnknown() {
            return image != null && SinkCatalog.isUnknown(image);
        }

        /** Whether the scope lists the variant, but the product that it shows isn't here: the partner keeps what it has. */
        public boolean isAwaited() {
            return image != null && SinkCatalog.isAwaited(image);
        }

        public Acknowledged acknowledged() {
            return acknowledged;
        }
    }
}
