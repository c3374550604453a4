package dev.partnercatalog.query.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.tier.MemoryTier;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/** The tables of an instance that has every partition, and the catalog that reads them. */
final class TablesInMemory implements AutoCloseable {

    static final int PARTITIONS = 24;

    private static final TopicSettings TOPICS = new TopicSettings("catalog.", PARTITIONS, (short) 1);
    private static final FieldValues NO_VALUES = FieldValues.builder().build();

    private final TableState state = new TableState(TOPICS, Duration.ZERO);
    private final MemoryFilling memory = new MemoryFilling(new MemoryTier(8 << 20, null));
    private final CatalogReader catalog = new LocalCatalog(state, TOPICS, () -> Duration.ZERO);

    TablesInMemory() {
        for (StoredTable table : StoredTable.values()) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                TablePartition at = state.partition(table, partition);
                at.opened(new OpenTable(
                        table,
                        Stores.inMemoryKeyValueStore("store").get(),
                        table.inMemory() ? memory.newCache() : null,
                        key -> {}));
                at.started();
            }
        }
        TablesInTests.catchUp(state, TOPICS);
        assertThat(state.isCaughtUp()).isTrue();
    }

    TableState state() {
        return state;
    }

    CatalogReader catalog() {
        return catalog;
    }

    /** The partition of what a company has. */
    static int ofCompany(long companyId) {
        return Partitioning.byCompany(companyId, PARTITIONS);
    }

    static int ofBarcode(String barcode) {
        return Partitioning.byBarcode(barcode, PARTITIONS);
    }

    OpenTable store(StoredTable table, int partition) {
        return state.open(table, partition);
    }

    void away(StoredTable table, int partition) {
        state.partition(table, partition).stopped();
    }

    void back(StoredTable table, int partition) {
        state.partition(table, partition).started();
        TablesInTests.catchUp(state.partition(table, partition));
    }

    /** Puts BPD's variant. */
    void put(String barcode) {
        put(StoredTable.VARIANTS, ofBarcode(barcode), barcode, NO_VALUES, 0);
    }

    /** Puts the variant of a company or of a location. */
    void putOwn(VariantKey key) {
        putOwn(key, NO_VALUES, 0);
    }

    void putOwn(VariantKey key, FieldValues values, long offset) {
        put(StoredTable.COMPANY_VARIANTS, ofCompany(key.requireCompany()), key.encode(), values, offset);
    }

    private void put(StoredTable table, int partition, String key, FieldValues values, long offset) {
        var entry = new VariantLayers(values, List.of(), null, null, null).resolve();
        store(table, partition)
                .put(bytes(key), VariantImage.of(VariantKey.parse(key).barcode(), entry), offset);
    }

    /** Lists a SKU; without a barcode, it is no longer listed. */
    void list(Scope scope, String sku, @Nullable String barcode) {
        store(StoredTable.SKUS, ofCompany(scope.companyId()))
                .put(
                        bytes(new ListingKey(scope.companyId(), scope.locationId(), sku).encode()),
                        barcode == null ? null : barcode.getBytes(StandardCharsets.US_ASCII),
                        0);
    }

    private static Bytes bytes(String key) {
        return Bytes.wrap(key.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        memory.close();
    }
}
