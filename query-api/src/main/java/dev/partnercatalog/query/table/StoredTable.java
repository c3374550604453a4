package dev.partnercatalog.query.table;

import dev.partnercatalog.query.table.StoredTable.StoredForm;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** The tables: topics of which each instance keeps all partitions in a global store. */
public enum StoredTable {
    /** BPD's variants, kept as images with their revisions, and in memory as far as they fit. */
    VARIANTS(CatalogTopic.RESOLVED_VARIANTS, "variant-images-" + VariantImage.VERSION + "-1"),

    /** Variants of companies and locations: what has content, kept as images likewise; references are only on disk. */
    COMPANY_VARIANTS(CatalogTopic.COMPANY_VARIANTS, "company-variant-images-" + VariantImage.VERSION + "-1"),

    /** Barcodes by SKU, as listed by one location or, at company scope, by the whole company; in memory likewise. */
    SKUS(CatalogTopic.SKU_BARCODES, CatalogTopic.SKU_BARCODES.baseName() + "-1");

    private final CatalogTopic topic;
    private final String storeName;

    StoredTable(CatalogTopic topic, String storeName) {
        this.topic = topic;
        this.storeName = storeName;
    }

    CatalogTopic topic() {
        return topic;
    }

    String baseName() {
        return topic.baseName();
    }

    /** Contains the form of the values, and that of the additional rows: a store in another form has another name. */
    String storeName() {
        return storeName;
    }

    /**
     * The form in which a table keeps its records. Not thread-safe.
     *
     * <p>Its methods throw {@link dev.partnercatalog.schemas.registry.RegistryUnavailableException} while the schema of a
     * record is unavailable.
     */
    interface StoredForm {

        /**
         * What is kept for a record.
         *
         * @throws dev.partnercatalog.schemas.registry.UnreadableRecordException if the record can't be read
         */
        byte[] of(String key, byte[] record);

        /**
         * What is kept for an unreadable record, so that neither the record that it replaced nor a less specific one is
         * shown.
         */
        byte[] ofUnreadable(byte[] record);
    }

    /** Keeps a listing as its barcode, and an unreadable one as a single zero byte, which no barcode has. */
    static final class ListedBarcodes implements StoredForm {

        private static final byte UNREADABLE = 0;
        private static final byte END = 0;

        private final OwnRecords<SkuBarcode> records;

        ListedBarcodes(OwnRecords<SkuBarcode> records) {
            this.records = records;
        }

        @Override
        public byte[] of(String key, byte[] record) {
            return records.value(key, record).getBarcode().getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public byte[] ofUnreadable(byte[] record) {
            return new byte[] {UNREADABLE};
        }

        /** The form for memory, where the value itself determines where it ends. */
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
    }

    /**
     * Keeps a company's or location's content as its image, a product as its revision and its image, and a reference as the
     * product's revision alone. The last two begin with a byte with which no image begins, and so does an unreadable record,
     * which is kept as that byte.
     */
    static final class VariantImages<T extends SpecificRecord> implements StoredForm {

        private static final byte UNREADABLE = 0;
        private static final byte REFERENCE = -1;
        private static final byte PRODUCT = -2;
        private static final int REVISION_BYTES = 1 + Long.BYTES;

        private final OwnRecords<T> records;
        private final Function<T, byte[]> form;

        private VariantImages(OwnRecords<T> records, Function<T, byte[]> form) {
            this.records = records;
            this.form = form;
        }

        /** The form of {@code resolved-variants}. */
        static VariantImages<ResolvedVariant> ofProducts(OwnRecords<ResolvedVariant> records) {
            return new VariantImages<>(records, product -> {
                byte[] image = VariantRecords.image(product);
                return revision(PRODUCT, product.getRevision(), image.length)
                        .put(image)
                        .array();
            });
        }

        /** The form of {@code company-variants}. */
        static VariantImages<CompanyVariant> ofCompanies(OwnRecords<CompanyVariant> records) {
            return new VariantImages<>(records, variant -> {
                ProductReference reference = variant.getReference();
                return reference == null
                        ? VariantRecords.image(Objects.requireNonNull(variant.getContent()))
                        : revision(REFERENCE, reference.getProduct(), 0).array();
            });
        }

        private static ByteBuffer revision(byte kind, long revision, int more) {
            return ByteBuffer.allocate(REVISION_BYTES + more).put(kind).putLong(revision);
        }

        @Override
        public byte[] of(String key, byte[] record) {
            return form.apply(records.value(key, record));
        }

        @Override
        public byte[] ofUnreadable(byte[] record) {
            return new byte[] {UNREADABLE};
        }

        /** The image that was kept; null if its record couldn't be read, so that nothing is known to apply. */
        static @Nullable VariantImage image(Slice kept) {
            int start = kept.start();
            return isUnreadable(kept.bytes(), start)
                    ? null
                    : new VariantImage(kept.bytes(), kept.bytes()[start] == PRODUCT ? start + REVISION_BYTES : start);
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
}
