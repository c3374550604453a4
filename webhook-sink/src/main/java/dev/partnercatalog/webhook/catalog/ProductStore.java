package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All products, as their records came. They are read when somebody asks for them.
 *
 * <p>A reference names the record that applies, so nothing here can be too old or too new without being noticed. What a
 * missed deletion leaves is never shown: nothing refers to it.
 */
final class ProductStore extends CatalogStore {

    private final CatalogStores shared;
    private final Set<String> replaced = new HashSet<>();

    ProductStore(CatalogStores shared) {
        super("products-1", CatalogTopic.RESOLVED_VARIANTS, Set.of(), shared);
        this.shared = shared;
    }

    static byte[] row(String barcode) {
        return barcode.getBytes(StandardCharsets.US_ASCII);
    }

    /** The record may be such that it can't be read. */
    @Override
    void take(String barcode, byte @Nullable [] record, Origin origin) {
        batch().put(Family.RECORDS, row(barcode), record);
        replaced.add(barcode);
    }

    @Override
    protected void write(RowBatch writing) {
        super.write(writing);
        replaced.forEach(shared::arrived);
        replaced.clear();
    }
}
