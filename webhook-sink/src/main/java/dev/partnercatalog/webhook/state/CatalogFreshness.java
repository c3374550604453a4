package dev.partnercatalog.webhook.state;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * When the sinks had read everything that a task's sources held (D38). A row of the store says so, and with it the
 * changelog, so that every instance knows that takes the task over. Confined to the task's thread.
 */
public final class CatalogFreshness {

    private final KeyValueStore<Bytes, byte[]> store;
    private final RowReader reader;
    private final SinkCatalog catalog;

    CatalogFreshness(KeyValueStore<Bytes, byte[]> store, RowReader reader, SinkCatalog catalog) {
        this.store = store;
        this.reader = reader;
        this.catalog = catalog;
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
        return bytes == null ? null : Instant.ofEpochMilli(Format.decodeNumber(bytes, "time"));
    }

    /** Sets the time, here and for what is kept of the catalog. */
    public void putWhole(Instant time) {
        store.put(Keys.WHOLE, Format.number(time.toEpochMilli()));
        catalog.entries().noteWhole(time);
        catalog.listings().noteWhole(time);
    }

    /** Whether something was read from another topic than there is now under the same name. */
    public boolean isOfAnotherTopic() {
        return isOfAnother(CatalogTopic.COMPANY_VARIANTS) || isOfAnother(CatalogTopic.SKU_BARCODES);
    }

    private boolean isOfAnother(CatalogTopic source) {
        byte[] progress = store.get(Keys.progress(source));
        return progress != null && !Progress.isOf(progress, catalog.of(source).topicId());
    }

    /**
     * Deletions may have been missed: each company is compared anew with what each partner has. To be called before
     * anything else is done with the store.
     */
    public void compareAnew(Instant now) {
        List<KeyValue<Bytes, byte[]>> compared = new ArrayList<>();
        reader.forEach(Keys.prefix(Keys.COMPARED), (key, value) -> compared.add(KeyValue.pair(key, value)));
        for (KeyValue<Bytes, byte[]> company : compared) {
            Hash fingerprint = ComparisonProgress.decode(company.value).fingerprint();
            store.put(
                    company.key,
                    ComparisonProgress.begun(fingerprint, now.toEpochMilli()).encode());
        }
    }
}
