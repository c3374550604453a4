package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.VariantImage;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Which version of the program's images a task's store contains. If another version wrote them, they are rebuilt from
 * {@code company-variants}: {@link #beginRenewal}, {@link #renew} for each of its records in order,
 * {@link #endReading}, {@link #sweep} until nothing is left, and {@link #endRenewal}. A row of the store says that all
 * images are of one version. It is deleted before the first image is renewed and written again after the last, so that
 * after a kill in between, or if another version takes over then, the renewal starts from the beginning.
 *
 * <p>If the sinks were away for so long that they may have missed deletions (D38), the row says so until all is done.
 * Then everything of the catalog, its listings too, is deleted by {@link #clear} before it is read again. Confined to the
 * task's thread.
 */
public final class StoredImages {

    /** Stands for an image that can't be made: it isn't known what applies at the scope. */
    private static final byte[] UNKNOWN = {0};

    private static final byte FORMAT = 1;

    /** Stands for a version: neither images nor listings count. */
    private static final byte DISTRUSTED = 0;

    /** All that the store contains of the catalog. */
    private static final List<Character> CATALOG = List.of(Keys.ENTRY, Keys.LISTED, Keys.SKU);

    private final KeyValueStore<Bytes, byte[]> store;
    private final Scan scan;
    private boolean reading;
    private boolean withListings;
    private @Nullable Bytes swept;

    StoredImages(KeyValueStore<Bytes, byte[]> store, Scan scan) {
        this.store = store;
        this.scan = scan;
    }

    /** Whether this program can read all images; an empty store becomes one of this version. */
    public boolean areCurrent() {
        byte[] version = store.get(Keys.IMAGES);
        if (version != null) {
            return Format.open(version, FORMAT, "version of images").get() == VariantImage.VERSION;
        }
        if (scan.hasAny(Keys.prefix(Keys.ENTRY), null)) {
            return false;
        }
        endRenewal();
        return true;
    }

    /** Nothing of the catalog in the store counts until a renewal has ended. */
    void distrust() {
        store.put(Keys.IMAGES, new byte[] {FORMAT, DISTRUSTED});
    }

    /** Whether images and listings are to be read anew, because deletions may have been missed. */
    public boolean areDistrusted() {
        byte[] version = store.get(Keys.IMAGES);
        return version != null
                && Format.open(version, FORMAT, "version of images").get() == DISTRUSTED;
    }

    /**
     * Deletes images and listings that are distrusted.
     *
     * @param rows the most rows to delete
     * @return whether none is left
     */
    public boolean clear(int rows) {
        List<Bytes> keys = new ArrayList<>();
        for (char kind : CATALOG) {
            byte[] family = Keys.prefix(kind);
            try (KeyValueIterator<Bytes, byte[]> all = store.range(Bytes.wrap(family), Keys.after(family))) {
                while (all.hasNext() && keys.size() < rows) {
                    keys.add(all.next().key);
                }
            }
        }
        keys.forEach(store::delete);
        return keys.size() < rows;
    }

    /**
     * From now on nothing may be examined, and an image is set only by {@link #renew}, until {@link #endReading}. The
     * same goes for listings if they are distrusted.
     */
    public void beginRenewal() {
        withListings = areDistrusted();
        if (!withListings) {
            store.delete(Keys.IMAGES);
        }
        reading = true;
        swept = null;
    }

    /** Whether the image of a changed entry is left to the reader of the whole topic, who will reach it too. */
    boolean areBeingRead() {
        return reading;
    }

    boolean areBeingReadWithListings() {
        return reading && withListings;
    }

    /** Sets the image of a scope's own entry; null if it has none any more. */
    public void renew(ScopedVariant variant, byte @Nullable [] image) {
        store.put(Keys.of(Keys.ENTRY, variant), image);
    }

    /** The record of a scope's own entry can't be read. Partners keep what they have of it. */
    public void unreadable(ScopedVariant variant) {
        Bytes key = Keys.of(Keys.ENTRY, variant);
        byte[] image = store.get(key);
        if (withListings || (image != null && image[0] != VariantImage.VERSION)) {
            store.put(key, UNKNOWN);
        }
    }

    /** All records were read, up to one that comes after every change that {@link SinkState#putEntry} was given. */
    public void endReading() {
        reading = false;
    }

    /**
     * Deletes images that were not renewed, of scopes that have no entry any more.
     *
     * @param rows the most rows to examine
     * @return whether none is left
     */
    public boolean sweep(int rows) {
        byte[] family = Keys.prefix(Keys.ENTRY);
        int looked = 0;
        try (KeyValueIterator<Bytes, byte[]> entries =
                store.range(swept == null ? Bytes.wrap(family) : swept, Keys.after(family))) {
            while (entries.hasNext() && looked < rows) {
                KeyValue<Bytes, byte[]> entry = entries.next();
                looked++;
                swept = entry.key;
                if (entry.value[0] != VariantImage.VERSION && !isUnknown(entry.value)) {
                    store.delete(entry.key);
                }
            }
            return !entries.hasNext();
        }
    }

    /** All images are of this program's version. */
    public void endRenewal() {
        store.put(Keys.IMAGES, current());
    }

    /** The row of a store whose images are all of this program's version. */
    static byte[] current() {
        return new byte[] {FORMAT, VariantImage.VERSION};
    }

    static boolean isUnknown(byte[] image) {
        return image[0] == UNKNOWN[0];
    }
}
