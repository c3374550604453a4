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
 * The form in which tables keep their records: a listing as its barcode, a company's or location's content as its image,
 * a product as its revision and its image, and a reference as the product's revision alone. The last two begin with a
 * byte with which no image begins, and so does an unreadable record, which is kept as that byte, so that neither the
 * record that it replaced nor a less specific one is shown.
 */
final class TableCodec {

    private static final byte UNREADABLE = 0;
    private static final byte END = 0;
    private static final byte REFERENCE = -1;
    private static final byte PRODUCT = -2;
    private static final int REVISION_BYTES = 1 + Long.BYTES;

    private TableCodec() {}

    /**
     * What is kept for a key and its record. Not thread-safe. It throws {@link
     * dev.partnercatalog.schemas.registry.UnreadableRecordException} if the record can't be read, and {@link
     * dev.partnercatalog.schemas.registry.RegistryUnavailableException} while its schema is unavailable.
     */
    static BiFunction<String, byte[], byte[]> of(CatalogTable table, SchemaRegistry registry, TopicSettings topics) {
        return switch (table) {
            case VARIANTS -> of(table, ResolvedVariant.class, registry, topics, TableCodec::ofProduct);
            case COMPANY_VARIANTS -> of(table, CompanyVariant.class, registry, topics, TableCodec::ofCompany);
            case SKUS ->
                of(
                        table,
                        SkuBarcode.class,
                        registry,
                        topics,
                        listing -> listing.getBarcode().getBytes(StandardCharsets.US_ASCII));
        };
    }

    private static <T extends SpecificRecord> BiFunction<String, byte[], byte[]> of(
            CatalogTable table,
            Class<T> type,
            SchemaRegistry registry,
            TopicSettings topics,
            Function<T, byte[]> form) {
        OwnRecords<T> records = new OwnRecords<>(table.topic(), type, registry, topics.prefix(), topics.partitions());
        return (key, record) -> form.apply(records.value(key, record));
    }

    static byte[] ofUnreadable() {
        return new byte[] {UNREADABLE};
    }

    private static byte[] ofProduct(ResolvedVariant product) {
        byte[] image = VariantRecords.image(product);
        return revision(PRODUCT, product.getRevision(), image.length).put(image).array();
    }

    private static byte[] ofCompany(CompanyVariant variant) {
        ProductReference reference = variant.getReference();
        return reference == null
                ? VariantRecords.image(Objects.requireNonNull(variant.getContent()))
                : revision(REFERENCE, reference.getProduct(), 0).array();
    }

    /** The form of a listing for memory, where the value itself determines where it ends. */
    static byte[] ended(byte[] stored) {
        return Arrays.copyOf(stored, stored.length + 1);
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
    static @Nullable String barcode(byte @Nullable [] stored) {
        return stored == null || stored[0] == UNREADABLE ? null : new String(stored, StandardCharsets.US_ASCII);
    }

    private static ByteBuffer revision(byte kind, long revision, int more) {
        return ByteBuffer.allocate(REVISION_BYTES + more).put(kind).putLong(revision);
    }

    /** The image that was kept; null if its record couldn't be read, so that nothing is known to apply. */
    static @Nullable VariantImage image(Slice stored) {
        int start = stored.start();
        return isUnreadable(stored.bytes(), start)
                ? null
                : new VariantImage(stored.bytes(), stored.bytes()[start] == PRODUCT ? start + REVISION_BYTES : start);
    }

    static boolean isUnreadable(byte[] stored, int start) {
        return stored[start] == UNREADABLE;
    }

    static boolean isReference(byte[] stored) {
        return stored[0] == REFERENCE;
    }

    /** The product's revision, in what is kept of a product or of a reference. */
    static long revision(Slice stored) {
        return ByteBuffer.wrap(stored.bytes()).getLong(stored.start() + 1);
    }
}
