package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.util.Arrays;

/** Keeps a resolved variant as its image, and what can't be read as one zero byte, which no image begins with. */
final class VariantImages implements StoredForm {

    private static final byte UNREADABLE = 0;

    private final RecordDeserializer<ResolvedVariant> decoder;
    private final String topic;

    VariantImages(SchemaRegistry registry, String topicPrefix) {
        topic = Table.VARIANTS.topicName(topicPrefix);
        decoder = new RecordDeserializer<>(registry, ResolvedVariant.class);
    }

    @Override
    public byte[] of(String key, byte[] record) {
        ResolvedVariant variant = decoder.deserialize(topic, record);
        return VariantImage.of(variant.getBarcode(), VariantRecords.entry(variant));
    }

    @Override
    public byte[] ofUnreadable(byte[] record) {
        return new byte[] {UNREADABLE};
    }

    /** As it was kept: alone in an array that nobody changes. */
    static byte[] bytes(Slice kept) {
        byte[] bytes = kept.bytes();
        int start = kept.start();
        int size = bytes[start] == UNREADABLE ? 1 : new VariantImage(bytes, start).size();
        return size == bytes.length ? bytes : Arrays.copyOfRange(bytes, start, start + size);
    }

    /** The image that was kept; throws {@link UnreadableRecordException} where its record couldn't be read. */
    static VariantImage image(String barcode, Slice kept) {
        if (kept.bytes()[kept.start()] == UNREADABLE) {
            throw new UnreadableRecordException("the record of " + barcode + " couldn't be read when it came");
        }
        return new VariantImage(kept.bytes(), kept.start());
    }
}
