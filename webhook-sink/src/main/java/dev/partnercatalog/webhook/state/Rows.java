package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The variants in the keys of a range, in order, with their values. */
final class Rows implements AutoCloseable {

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
