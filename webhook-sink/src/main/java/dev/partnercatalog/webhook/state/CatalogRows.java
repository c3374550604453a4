package dev.partnercatalog.webhook.state;

import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a task that has read its sources to certain offsets has in its store of the catalog, without what comes of that for
 * any partner. Keeps the listings of the partition in memory. For one thread.
 */
public final class CatalogRows {

    private static final byte[] PRESENT = {};

    private final int partition;
    private final RowWriter writer;
    private final Map<ListingKey, String> listings = new HashMap<>();

    /** @param partition of the task */
    public CatalogRows(int partition, RowWriter writer) {
        this.partition = partition;
        this.writer = writer;
    }

    /** The next entry of a scope; null where it has none any more. */
    public void entry(ScopedVariant variant, byte @Nullable [] image) {
        writer.write(partition, Keys.of(Keys.ENTRY, variant).get(), image);
    }

    /** The next listing; null where the SKU is listed no more. */
    public void listing(ListingKey listing, @Nullable String barcode) {
        if (barcode == null) {
            listings.remove(listing);
        } else {
            listings.put(listing, barcode);
        }
    }

    /** A source was read up to before this offset: the task passes over what comes before it. */
    public void readTo(CatalogTopic source, long end) {
        if (end > 0) {
            writer.write(partition, Keys.progress(source).get(), Progress.encodeApplied(end - 1));
        }
    }

    /** Both sources were read; returns how many listings there are. */
    public long end() {
        listings.forEach((listing, barcode) -> {
            writer.write(partition, Keys.listed(listing, barcode).get(), PRESENT);
            writer.write(partition, Keys.of(listing).get(), barcode.getBytes(StandardCharsets.US_ASCII));
        });
        writer.write(partition, Keys.IMAGES.get(), StoredImages.ofThisVersion());
        return listings.size();
    }
}
