package dev.partnercatalog.query.table;

import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * The form in which tables keep their records: a listing as its barcode, a company's or location's content as its record,
 * a product as its revision and its record, and a reference as the product's revision alone. Where somebody has asked for
 * it, memory has the image in the place of the record. All but images begin with a byte with which no image begins, and so
 * does an unreadable record, which is kept as that byte, so that neither the record that it replaced nor a less specific
 * one is shown.
 */
final class StoredForm {

    private static final byte UNREADABLE = 0;
    private static final byte END = 0;
    private static final byte REFERENCE = -1;
    private static final byte PRODUCT = -2;
    private static final byte RECORD = -3;
    private static final int REVISION_BYTES = 1 + Long.BYTES;
    private static final int RECORD_HEAD = 1 + Integer.BYTES;

    private StoredForm() {}

    /**
     * Reads the records of a table. Not thread-safe. Its methods throw {@link
     * dev.partnercatalog.schemas.registry.UnreadableRecordException} if a record can't be read, and {@link
     * dev.partnercatalog.schemas.registry.RegistryUnavailableException} while its schema is unavailable.
     *
     * @param form what is kept of a record, which is both read and as it came
     */
    record Reader<T extends SpecificRecord>(
            OwnRecords<T> records, BiFunction<T, byte[], byte[]> form, Function<T, byte[]> image) {

        private static <T extends SpecificRecord> Reader<T> of(
                StoredTable table,
                Class<T> type,
                SchemaRegistry registry,
                TopicSettings topics,
                BiFunction<T, byte[], byte[]> form,
                Function<T, byte[]> image) {
            return new Reader<>(
                    new OwnRecords<>(table.topic(), type, registry, topics.prefix(), topics.partitions()), form, image);
        }

        /** What is kept for a key and its record. */
        byte[] kept(String key, byte[] record) {
            return form.apply(records.value(key, record), record);
        }

        /** What is kept, with the image in the place of the record. */
        byte[] rendered(String key, Slice kept) {
            int at = contentStart(kept);
            ByteBuffer bytes = ByteBuffer.wrap(kept.bytes());
            byte[] record = new byte[bytes.getInt(at + 1)];
            bytes.get(at + RECORD_HEAD, record);
            byte[] content = image.apply(records.value(key, record));
            return ByteBuffer.allocate(at - kept.start() + content.length)
                    .put(kept.bytes(), kept.start(), at - kept.start())
                    .put(content)
                    .array();
        }
    }

    static Reader<?> reader(StoredTable table, SchemaRegistry registry, TopicSettings topics) {
        return switch (table) {
            case VARIANTS ->
                Reader.of(
                        table,
                        ResolvedVariant.class,
                        registry,
                        topics,
                        (product, record) -> record(
                                record,
                                ByteBuffer.allocate(REVISION_BYTES + RECORD_HEAD + record.length)
                                        .put(PRODUCT)
                                        .putLong(product.getRevision())),
                        VariantRecords::image);
            case COMPANY_VARIANTS ->
                Reader.of(
                        table,
                        CompanyVariant.class,
                        registry,
                        topics,
                        StoredForm::ofCompany,
                        variant -> VariantRecords.image(Objects.requireNonNull(variant.getContent())));
            case SKUS ->
                Reader.of(
                        table,
                        SkuBarcode.class,
                        registry,
                        topics,
                        (listing, record) -> listing.getBarcode().getBytes(StandardCharsets.US_ASCII),
                        listing -> {
                            throw new IllegalStateException("a listing has no image");
                        });
        };
    }

    private static byte[] ofCompany(CompanyVariant variant, byte[] record) {
        ProductReference reference = variant.getReference();
        if (reference == null) {
            Objects.requireNonNull(variant.getContent(), "an entry without content");
            return record(record, ByteBuffer.allocate(RECORD_HEAD + record.length));
        }
        return ByteBuffer.allocate(REVISION_BYTES)
                .put(REFERENCE)
                .putLong(reference.getProduct())
                .array();
    }

    @SuppressWarnings("ByteBufferBackingArray") // it is exactly what was allocated for it
    private static byte[] record(byte[] record, ByteBuffer kept) {
        return kept.put(RECORD).putInt(record.length).put(record).array();
    }

    /** Whether it has content that nobody has asked for yet. */
    static boolean isRecord(Slice kept) {
        return kept.bytes()[contentStart(kept)] == RECORD;
    }

    private static int contentStart(Slice kept) {
        return kept.bytes()[kept.start()] == PRODUCT ? kept.start() + REVISION_BYTES : kept.start();
    }

    /** Whether two are the same content that nobody has asked for yet. */
    static boolean isSameRecord(Slice one, Slice other) {
        return isRecord(one) && isRecord(other) && recordBytes(one).equals(recordBytes(other));
    }

    private static ByteBuffer recordBytes(Slice kept) {
        int at = contentStart(kept);
        int length = ByteBuffer.wrap(kept.bytes()).getInt(at + 1);
        return ByteBuffer.wrap(kept.bytes(), kept.start(), at - kept.start() + RECORD_HEAD + length);
    }

    static byte[] ofUnreadable() {
        return new byte[] {UNREADABLE};
    }

    /** The form of a listing for memory, where the value itself determines where it ends. */
    static byte[] ended(byte[] kept) {
        return Arrays.copyOf(kept, kept.length + 1);
    }

    /** The barcode in that form; null if its record couldn't be read. */
    static @Nullable String barcode(Slice ended) {
        int end = ended.start();
        while (ended.bytes()[end] != END) {
            end++;
        }
        return end == ended.start()
                ? null
                : new String(ended.bytes(), ended.start(), end - ended.start(), StandardCharsets.US_ASCII);
    }

    /** The barcode that was kept; null if there is none, or its record couldn't be read. */
    static @Nullable String barcode(byte @Nullable [] kept) {
        return kept == null || kept[0] == UNREADABLE ? null : new String(kept, StandardCharsets.US_ASCII);
    }

    /** The image of what is {@linkplain Reader#rendered rendered}; null if its record couldn't be read, so that nothing is known to apply. */
    static @Nullable VariantImage image(Slice kept) {
        return isUnreadable(kept.bytes(), kept.start()) ? null : new VariantImage(kept.bytes(), contentStart(kept));
    }

    static boolean isUnreadable(byte[] kept, int start) {
        return kept[start] == UNREADABLE;
    }

    static boolean isReference(byte[] kept) {
        return kept[0] == REFERENCE;
    }

    /** The product's revision, in what is kept of a product or of a reference. */
    static long revision(Slice kept) {
        return ByteBuffer.wrap(kept.bytes()).getLong(kept.start() + 1);
    }
}
