package dev.partnercatalog.query.table;

import dev.partnercatalog.query.table.StoredTable.StoredForm;
import dev.partnercatalog.query.tier.Slice;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a company's or location's content as its image, a product as its revision and its image, and a reference as the
 * product's revision alone. The last two begin with a byte with which no image begins, and so does an unreadable record,
 * which is kept as that byte.
 */
final class VariantImages<T extends SpecificRecord> implements StoredForm {

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
