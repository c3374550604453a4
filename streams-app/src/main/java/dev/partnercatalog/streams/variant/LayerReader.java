package dev.partnercatalog.streams.variant;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** Reads layers from a store, company by company. Not thread-safe. */
final class LayerReader {

    private final ReadOnlyKeyValueStore<String, byte[]> store;
    private final StringSerializer keys = new StringSerializer();

    LayerReader(ReadOnlyKeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    /** The original bytes of a layer; null if there is none. */
    byte @Nullable [] layer(String key) {
        return LayerRows.layer(store.get(key));
    }

    /** BPD's layer; null if BPD lacks the barcode. */
    @Nullable
    Bpd bpd(String barcode) {
        LayerRows.Held row = LayerRows.held(store.get(LayerKey.ofBarcode(barcode)));
        return row == null ? null : bpd(LayerRows.decode(LayerKind.BPD, row.layer()), row.revision());
    }

    /**
     * BPD's layer from its record.
     *
     * @param revision of its record in {@code resolved-variants}
     */
    static @Nullable Bpd bpd(@Nullable SpecificRecord layer, @Nullable Long revision) {
        if (layer == null) {
            return null;
        }
        BpdVariant variant = (BpdVariant) layer;
        return new Bpd(VariantRecords.layer(variant), Objects.requireNonNull(revision, "a product without a revision"));
    }

    /** A company's own layers, without those of its locations. */
    CompanyLayers.Stored companyOnly(String barcode, Scope.Company company) {
        return rows(barcode, company, LayerKey.ofCompanyOnly(barcode, company));
    }

    /** A company's own layers and those of its locations. */
    CompanyLayers.Stored companyAndLocations(String barcode, Scope.Company company) {
        return rows(barcode, company, LayerKey.ofScope(barcode, company));
    }

    /** Passes on every company that sets anything for a barcode, or whose locations do. */
    void forEachCompany(String barcode, Consumer<CompanyLayers.Stored> consumer) {
        scan(barcode, LayerKey.ofBarcode(barcode), consumer);
    }

    /**
     * A company's layers after a change.
     *
     * @param layer null if it is gone, and for a listing
     */
    static CompanyLayers changed(CompanyLayers before, LayerUpdate update, @Nullable SpecificRecord layer) {
        return switch (update.getKind()) {
            case BPD -> throw new IllegalArgumentException("BPD's layer is not a company's");
            case OVERRIDE -> before.withOverride(override(layer));
            case ATTRIBUTES -> before.withAttributes(attributes(layer));
            case LISTING -> before.withListed(update.getLayer() != null);
        };
    }

    static @Nullable FieldValues attributes(@Nullable SpecificRecord layer) {
        return layer == null ? null : VariantRecords.layer((DisplayAttributes) layer);
    }

    static @Nullable FieldValues override(@Nullable SpecificRecord layer) {
        return layer == null ? null : VariantRecords.layer((CompanyOverride) layer);
    }

    private CompanyLayers.Stored rows(String barcode, Scope.Company company, String prefix) {
        List<CompanyLayers.Stored> found = new ArrayList<>();
        scan(barcode, prefix, found::add);
        return found.isEmpty() ? new CompanyLayers.Stored(company, CompanyLayers.NONE, 0, Map.of()) : found.get(0);
    }

    private void scan(String barcode, String prefix, Consumer<CompanyLayers.Stored> consumer) {
        String bpdKey = LayerKey.ofBarcode(barcode);
        CompanyLayers.Stored rows = null;
        try (KeyValueIterator<String, byte[]> layers = store.prefixScan(prefix, keys)) {
            while (layers.hasNext()) {
                KeyValue<String, byte[]> layer = layers.next();
                if (!layer.key.equals(bpdKey)) {
                    LayerKey.Parsed key = LayerKey.parse(barcode, layer.key);
                    if (rows != null && rows.scope().companyId() != key.scope().companyId()) {
                        consumer.accept(rows);
                        rows = null;
                    }
                    rows = with(rows, key, LayerRows.layer(layer.value));
                }
            }
        }
        if (rows != null) {
            consumer.accept(rows);
        }
    }

    private CompanyLayers.Stored with(
            CompanyLayers.@Nullable Stored rows, LayerKey.Parsed key, byte @Nullable [] layer) {
        CompanyLayers company = rows == null ? CompanyLayers.NONE : rows.company();
        long shared = rows == null ? 0 : rows.shared();
        Map<Scope.Location, FieldValues> locations = rows == null ? new LinkedHashMap<>() : rows.locations();
        if (key.scope() instanceof Scope.Location location) {
            locations.put(location, Objects.requireNonNull(attributes(LayerRows.record(LayerKind.ATTRIBUTES, layer))));
        } else if (key.kind() == LayerKind.OVERRIDE) {
            shared += EntryBudget.blocks(layer);
            company = company.withOverride(override(LayerRows.record(LayerKind.OVERRIDE, layer)));
        } else if (key.kind() == LayerKind.ATTRIBUTES) {
            shared += EntryBudget.blocks(layer);
            company = company.withAttributes(attributes(LayerRows.record(LayerKind.ATTRIBUTES, layer)));
        } else {
            company = company.withListed(true);
        }
        return new CompanyLayers.Stored(
                rows == null ? key.scope().company() : rows.scope(), company, shared, locations);
    }
}
