package dev.partnercatalog.webhook.state;

import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes what the store of a task that has read its sources up to certain offsets contains of the catalog, without what
 * follows from that for any partner. Keeps the listings of the partition in memory. Not thread-safe.
 */
public final class CatalogRows {

    private static final byte[] PRESENT = {};

    private final int partition;
    private final RowWriter writer;
    private final Instant begun = Instant.now();
    private final Map<ListingKey, String> listings = new HashMap<>();

    /** @param partition partition of the task */
    public CatalogRows(int partition, RowWriter writer) {
        this.partition = partition;
        this.writer = writer;
    }

    /** Adds the next entry of a scope, with an image made by this program; null if it has no more. */
    public void entry(ScopedVariant variant, byte @Nullable [] image) {
        writer.write(partition, Keys.of(Keys.ENTRY, variant).get(), image);
    }

    /** Adds the next listing; null if the SKU is no longer listed. */
    public void listing(ListingKey listing, @Nullable String barcode) {
        if (barcode == null) {
            listings.remove(listing);
        } else {
            listings.put(listing, barcode);
        }
    }

    /** A source was read up to this offset: the task skips what comes before it. */
    public void readTo(CatalogTopic source, long end) {
        if (end > 0) {
            writer.write(partition, Keys.progress(source).get(), Progress.encodeApplied(end - 1));
        }
    }

    /** Both sources were read; returns the number of listings. */
    public long end() {
        writer.write(partition, Keys.WHOLE.get(), SinkState.number(begun.toEpochMilli()));
        writer.write(partition, Keys.IMAGES.get(), StoredImages.current());
        listings.forEach((listing, barcode) -> {
            writer.write(partition, Keys.listed(listing, barcode).get(), PRESENT);
            writer.write(partition, Keys.of(listing).get(), barcode.getBytes(StandardCharsets.US_ASCII));
        });
        return listings.size();
    }
}
