package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one partition, as their records came. The image of an entry is made when somebody asks for it, and kept
 * until the entry changes or another version of the program makes other images. Confined to its task's thread.
 */
public final class EntryStore extends CatalogStore {

    /** Its name in the topology. */
    public static final String NAME = "entries";

    /** Stands for an image that can't be made: it isn't known what applies at the scope. */
    private static final byte[] UNKNOWN = {0};

    private final EntryRecords records;
    private final CatalogStores shared;
    private @Nullable ScopedVariant waiting;

    EntryStore(CatalogStores shared) {
        super(CatalogTopic.COMPANY_VARIANTS, Family.IMAGES, shared);
        this.records = shared.entryRecords();
        this.shared = shared;
    }

    @Override
    public String name() {
        return NAME;
    }

    /**
     * Sets the record of a scope's own entry, unless the store {@linkplain #holds holds} it.
     *
     * @param value as it came, whether it can be read or not; null if the scope has no entry any more
     */
    public void put(ScopedVariant variant, byte @Nullable [] value, long offset) {
        if (!holds(offset)) {
            put(variant, value);
            took(offset);
        }
    }

    /** Drops an entry of which the topic doesn't hold a record. */
    public void drop(ScopedVariant variant) {
        put(variant, null);
        writeIfMany();
    }

    private void put(ScopedVariant variant, byte @Nullable [] value) {
        byte[] key = CatalogKeys.of(variant);
        batch().put(Family.RECORDS, key, value);
        if (batch().get(Family.IMAGES, key) != null) {
            batch().put(Family.IMAGES, key, null);
        }
    }

    @Override
    void take(byte @Nullable [] key, byte @Nullable [] value) {
        ScopedVariant variant = EntryRecords.variant(records.key(key, partition()));
        if (variant != null) {
            put(variant, value);
        }
    }

    /**
     * The image of a scope's own entry; null if it has none. If the record can't be read, the image {@linkplain
     * #isUnknown is unknown}.
     *
     * @throws RegistryUnavailableException if its schema can't be asked for now, which says nothing about the record
     */
    public byte @Nullable [] image(ScopedVariant variant) {
        byte[] key = CatalogKeys.of(variant);
        byte[] image = batch().get(Family.IMAGES, key);
        if (image != null && image[0] == VariantImage.VERSION) {
            return image;
        }
        byte[] record = batch().get(Family.RECORDS, key);
        if (record == null) {
            return null;
        }
        byte[] made = made(variant, record);
        if (!isUnknown(made)) {
            batch().put(Family.IMAGES, key, made);
            writeIfMany();
        }
        return made;
    }

    private byte[] made(ScopedVariant variant, byte[] record) {
        String key = EntryRecords.key(variant);
        try {
            byte[] image = records.image(key, record);
            return image == null ? UNKNOWN : image;
        } catch (RegistryUnavailableException e) {
            waiting = variant;
            throw e;
        } catch (RuntimeException e) {
            // Whatever is wrong with it, the others must get theirs.
            shared.unreadable()
                    .found(new UnreadableRecord(
                            topic(),
                            partition(),
                            UnreadableRecord.UNKNOWN,
                            key.getBytes(StandardCharsets.UTF_8),
                            String.valueOf(e.getMessage())));
            return UNKNOWN;
        }
    }

    /**
     * Tries again to make the image that couldn't be made because its schema couldn't be asked for.
     *
     * @throws RegistryUnavailableException if it still can't
     */
    public void retry() {
        if (waiting != null) {
            var unused = image(waiting);
            waiting = null;
        }
    }

    /** Whether an image couldn't be made, because its record can't be read. */
    public static boolean isUnknown(byte[] image) {
        return image[0] == UNKNOWN[0];
    }

    /** The variants with an own entry, in order, after a variant or from the first on. */
    public List<ScopedVariant> after(@Nullable ScopedVariant after, int limit) {
        return keysAfter(after == null ? null : CatalogKeys.of(after), limit).stream()
                .map(key -> CatalogKeys.variant(key, 0))
                .toList();
    }
}
