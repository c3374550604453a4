package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;

/** Keeps a resolved variant as its image, and what can't be read as one zero byte, which no image begins with. */
final class VariantImages implements StoredForm {

    private static final byte UNREADABLE = 0;

    private final RecordDeserializer<ResolvedVariant> decoder;

    VariantImages(SchemaRegistry registry) {
        decoder = new RecordDeserializer<>(registry, ResolvedVariant.class);
    }

    @Override
    public byte[] of(String key, byte[] record) {
        ResolvedVariant variant = decoder.deserialize(Table.VARIANTS.baseName(), record);
        return VariantImage.of(variant.getBarcode(), VariantRecords.entry(variant));
    }

    @Override
    public byte[] ofUnreadable(byte[] record) {
        return new byte[] {UNREADABLE};
    }

    /** The image that was kept; throws {@link UnreadableRecordException} where its record couldn't be read. */
    static VariantImage image(String barcode, Slice kept) {
        if (kept.bytes()[kept.start()] == UNREADABLE) {
            throw new UnreadableRecordException("the record of " + barcode + " couldn't be read when it came");
        }
        return new VariantImage(kept.bytes(), kept.start());
    }
}
