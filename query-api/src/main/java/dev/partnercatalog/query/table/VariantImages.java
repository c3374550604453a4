package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.variant.VariantRecords;
import org.jspecify.annotations.Nullable;

/** Keeps a resolved variant as its image, and an unreadable one as a single zero byte, with which no image begins. */
final class VariantImages implements StoredForm {

    private static final byte UNREADABLE = 0;

    private final OwnRecords<ResolvedVariant> records;

    VariantImages(OwnRecords<ResolvedVariant> records) {
        this.records = records;
    }

    @Override
    public byte[] of(String key, byte[] record) {
        return VariantRecords.image(records.value(key, record));
    }

    @Override
    public byte[] ofUnreadable(byte[] record) {
        return new byte[] {UNREADABLE};
    }

    /** The image that was kept; null if its record couldn't be read, so that nothing is known to apply. */
    static @Nullable VariantImage image(Slice kept) {
        return isUnreadable(kept.bytes(), kept.start()) ? null : new VariantImage(kept.bytes(), kept.start());
    }

    static boolean isUnreadable(byte[] kept, int start) {
        return kept[start] == UNREADABLE;
    }
}
