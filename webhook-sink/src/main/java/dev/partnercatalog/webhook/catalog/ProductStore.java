package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All products, as their records came. The image of a product is made when somebody asks for it, and kept until the product
 * changes; all companies that refer to the product share it.
 *
 * <p>A reference names the record that applies, so nothing here can be too old or too new without being noticed. What a
 * missed deletion leaves is never shown: nothing refers to it.
 */
public final class ProductStore extends CatalogStore {

    static final String NAME = "products";

    private final CatalogStores shared;
    private final Set<String> replaced = new HashSet<>();

    ProductStore(CatalogStores shared) {
        super(NAME, CatalogTopic.RESOLVED_VARIANTS, Set.of(), shared);
        this.shared = shared;
    }

    /** The record may be such that it can't be read. */
    @Override
    void take(String barcode, byte @Nullable [] record, Origin origin) {
        batch().put(Family.RECORDS, key(barcode), record == null ? null : new RecordRow(record, null).bytes());
        replaced.add(barcode);
    }

    @Override
    protected synchronized void write(RowBatch writing) {
        super.write(writing);
        replaced.forEach(shared::arrived);
        replaced.clear();
    }

    /**
     * The images of products' records; left out are those that aren't their products' newest ones here, and those that
     * can't be read.
     *
     * @param records reads them
     * @throws RegistryUnavailableException if a schema can't be asked for now, which says nothing about the record
     */
    Map<ProductRecord, byte[]> images(Collection<ProductRecord> wanted, OwnRecords<ResolvedVariant> records) {
        Map<ProductRecord, byte[]> images = new HashMap<>();
        images(wanted, ProductStore::key, Long.BYTES, (product, record) -> image(product.barcode(), record, records))
                .forEach((product, image) -> {
                    if (ByteBuffer.wrap(image).getLong() == product.revision()) {
                        images.put(product, Arrays.copyOfRange(image, Long.BYTES, image.length));
                    }
                });
        return images;
    }

    /** The image, after the record's revision. */
    private byte @Nullable [] image(String barcode, byte[] record, OwnRecords<ResolvedVariant> records) {
        return made(Partitioning.byBarcode(barcode, shared.partitions()), barcode, () -> {
            ResolvedVariant product = records.value(barcode, record);
            byte[] image = VariantRecords.image(product);
            return ByteBuffer.allocate(Long.BYTES + image.length)
                    .putLong(product.getRevision())
                    .put(image)
                    .array();
        });
    }

    private static byte[] key(ProductRecord product) {
        return key(product.barcode());
    }

    private static byte[] key(String barcode) {
        return barcode.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * The record of a product to which an entry refers.
     *
     * @param revision the record's: no two of a product have the same
     */
    record ProductRecord(String barcode, long revision) {}
}
