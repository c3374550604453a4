package dev.partnercatalog.webhook.state;

import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The images of the entries that apply at scopes. They must be requested in the order of their keys. */
final class EntryImages implements AutoCloseable {

    /** After this many entries in a row that nobody requested, each image is looked up instead. */
    private static final int NEAR = 8;

    private final KeyValueStore<Bytes, byte[]> store;
    private final @Nullable Rows entries;
    private boolean sparse;
    private @Nullable ScopedVariant company;
    private byte @Nullable [] ofCompany;

    /**
     * Starts with the first.
     *
     * @param barcode null for all variants of the company
     * @param after the variant to start after, null for none
     */
    EntryImages(
            KeyValueStore<Bytes, byte[]> store,
            long companyId,
            @Nullable String barcode,
            @Nullable ScopedVariant after) {
        byte[] family = Keys.prefix(Keys.ENTRY);
        this.store = store;
        // Most variants are listed by one scope or two: looking these up is cheaper than opening an iterator.
        this.entries = barcode == null ? new Rows(store, family, Keys.with(family, companyId), after) : null;
    }

    /** The image of the entry that applies at a scope: the location's own, otherwise the company's. */
    byte @Nullable [] at(ScopedVariant variant) {
        byte[] own = own(variant);
        if (own != null || variant.isCompany()) {
            return own;
        }
        ScopedVariant wider = variant.ofCompany();
        if (!wider.equals(company)) {
            company = wider;
            ofCompany = get(wider);
        }
        return ofCompany;
    }

    private byte @Nullable [] own(ScopedVariant variant) {
        if (entries == null) {
            return get(variant);
        }
        for (int passed = 0; !sparse && isBefore(entries.variant(), variant); passed++) {
            sparse = passed == NEAR;
            entries.next();
        }
        if (sparse) {
            return get(variant);
        }
        return variant.equals(entries.variant()) ? entries.value() : null;
    }

    private static boolean isBefore(@Nullable ScopedVariant next, ScopedVariant variant) {
        return next != null && next.compareTo(variant) < 0;
    }

    private byte @Nullable [] get(ScopedVariant variant) {
        return store.get(Keys.of(Keys.ENTRY, variant));
    }

    @Override
    public void close() {
        if (entries != null) {
            entries.close();
        }
    }
}
