package dev.partnercatalog.webhook.state;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * When everything that a task's sources held was in its store (D38). A row of the store says so, and with it the
 * changelog, so that every instance knows that takes the task over. Confined to the task's thread.
 */
public final class CatalogFreshness {

    private final KeyValueStore<Bytes, byte[]> store;
    private final Scan scan;
    private final StoredImages images;

    CatalogFreshness(KeyValueStore<Bytes, byte[]> store, Scan scan, StoredImages images) {
        this.store = store;
        this.scan = scan;
        this.images = images;
    }

    /** Whether nothing was ever written to the store. */
    public boolean isNew() {
        try (KeyValueIterator<Bytes, byte[]> all = store.all()) {
            return !all.hasNext();
        }
    }

    /** The time; null if it isn't known. */
    public @Nullable Instant whole() {
        byte[] bytes = store.get(Keys.WHOLE);
        return bytes == null ? null : Instant.ofEpochMilli(SinkState.decodeNumber(bytes, "time"));
    }

    /** Sets the time. */
    public void putWhole(Instant time) {
        store.put(Keys.WHOLE, SinkState.number(time.toEpochMilli()));
    }

    /**
     * What the store contains of the catalog doesn't count any more: it is to be read anew, and compared with what each
     * partner has. To be called before anything else is done with the store.
     */
    public void distrust(Instant now) {
        images.distrust();
        List<KeyValue<Bytes, byte[]>> compared = new ArrayList<>();
        scan.forEach(Keys.prefix(Keys.COMPARED), (key, value) -> compared.add(KeyValue.pair(key, value)));
        for (KeyValue<Bytes, byte[]> company : compared) {
            Hash fingerprint = ComparisonProgress.decode(company.value).fingerprint();
            store.put(
                    company.key,
                    ComparisonProgress.begun(fingerprint, now.toEpochMilli()).encode());
        }
    }
}
