package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Reads adjacent entries of the store. */
final class RowReader {

    private final KeyValueStore<Bytes, byte[]> store;

    RowReader(KeyValueStore<Bytes, byte[]> store) {
        this.store = store;
    }

    /** Whether there is a key with a prefix. */
    boolean hasAny(byte[] prefix) {
        try (KeyValueIterator<Bytes, byte[]> entries = store.range(Bytes.wrap(prefix), Keys.after(prefix))) {
            return entries.hasNext();
        }
    }

    void forEach(byte[] prefix, BiConsumer<Bytes, byte[]> visit) {
        try (KeyValueIterator<Bytes, byte[]> entries = store.range(Bytes.wrap(prefix), Keys.after(prefix))) {
            while (entries.hasNext()) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                visit.accept(entry.key, entry.value);
            }
        }
    }

    /** The variants in the keys of a family, in order, starting after a variant or with the first. */
    List<ScopedVariant> variants(byte[] family, @Nullable ScopedVariant after, int limit) {
        List<ScopedVariant> variants = new ArrayList<>();
        try (Rows rows = new Rows(store, family, family, after)) {
            for (ScopedVariant next = rows.variant(); next != null && variants.size() < limit; next = rows.variant()) {
                variants.add(next);
                rows.next();
            }
        }
        return variants;
    }

    /** The partners that have entries of a kind; skips from one partner to the next. */
    List<String> partners(char kind) {
        List<String> partners = new ArrayList<>();
        Bytes from = Bytes.wrap(Keys.prefix(kind));
        Bytes to = Keys.after(Keys.prefix(kind));
        while (true) {
            try (KeyValueIterator<Bytes, byte[]> entries = store.range(from, to)) {
                if (!entries.hasNext()) {
                    return partners;
                }
                String partnerId = Keys.partnerId(entries.next().key);
                partners.add(partnerId);
                from = Keys.after(Keys.prefix(kind, partnerId));
            }
        }
    }
}
