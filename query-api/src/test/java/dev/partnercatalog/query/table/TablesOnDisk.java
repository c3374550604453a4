package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The tables of an instance, and the catalog that reads them. */
final class TablesOnDisk implements AutoCloseable {

    static final int PARTITIONS = 24;

    private static final TopicSettings TOPICS = new TopicSettings("catalog.", PARTITIONS, (short) 1);
    private static final FieldValues NO_VALUES = FieldValues.builder().build();

    private final TableState state = new TableState(Duration.ZERO, () -> {});
    private final TableProgress progress = new TableProgress(TOPICS);
    private final Map<CatalogTable, StoreInTest> stores = new EnumMap<>(CatalogTable.class);
    private final CatalogReader catalog;
    private long offset;

    TablesOnDisk(Path folder) {
        for (CatalogTable table : CatalogTable.values()) {
            stores.put(table, new StoreInTest(folder, table, 8 << 20, TOPICS, progress, InstantSource.system()));
        }
        catalog = new LocalCatalog(state, progress, TOPICS, () -> Duration.ZERO);
        state.loaded(name -> Objects.requireNonNull(stores.values().stream()
                .map(StoreInTest::store)
                .filter(store -> store.name().equals(name))
                .findFirst()
                .orElse(null)));
    }

    CatalogReader catalog() {
        return catalog;
    }

    TableProgress progress() {
        return progress;
    }

    StoreInTest store(CatalogTable table) {
        return Objects.requireNonNull(stores.get(table));
    }

    private static int ofCompany(long companyId) {
        return Partitioning.byCompany(companyId, PARTITIONS);
    }

    private static int ofBarcode(String barcode) {
        return Partitioning.byBarcode(barcode, PARTITIONS);
    }

    /** Puts BPD's variant. */
    void put(String barcode) {
        put(CatalogTable.VARIANTS, ofBarcode(barcode), barcode, NO_VALUES);
    }

    /** Puts the variant of a company or of a location. */
    void putOwn(ScopedVariant key) {
        putOwn(key, NO_VALUES);
    }

    void putOwn(ScopedVariant key, FieldValues values) {
        put(CatalogTable.COMPANY_VARIANTS, ofCompany(key.companyId()), VariantKeys.encode(key), values);
    }

    private void put(CatalogTable table, int partition, String key, FieldValues values) {
        var entry = new VariantLayers(values, null, null, null).resolve();
        store(table)
                .put(
                        partition,
                        offset++,
                        key,
                        VariantImage.of(VariantKeys.parse(key).barcode(), entry));
    }

    /** Lists a SKU; without a barcode, it is no longer listed. */
    void list(Scope scope, String sku, @Nullable String barcode) {
        store(CatalogTable.SKUS)
                .put(
                        ofCompany(scope.companyId()),
                        offset++,
                        new ListingKey(scope.companyId(), scope.locationId(), sku).encode(),
                        barcode == null ? null : barcode.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
        stores.values().forEach(StoreInTest::close);
    }
}
