package dev.partnercatalog.streams.variant;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.resolution.DisplayAttributes;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** Layers as they lie in a store, read scope by scope. Not thread-safe. */
sealed class LayerReader permits LayerStore {

    /** Takes each company of a scan, and returns what takes its locations, which follow. */
    @FunctionalInterface
    interface CompanyVisitor {
        LocationVisitor visit(long companyId, ScopeLayers layers);
    }

    /** Takes each location of a company. */
    @FunctionalInterface
    interface LocationVisitor {
        void visit(long locationId, ScopeLayers layers);
    }

    private final ReadOnlyKeyValueStore<String, byte[]> store;
    private final StringSerializer keys = new StringSerializer();
    private final SingleObjectSerde<BpdVariant> bpdVariants = new SingleObjectSerde<>(BpdVariant.class);
    private final SingleObjectSerde<CompanyOverride> overrides = new SingleObjectSerde<>(CompanyOverride.class);
    private final SingleObjectSerde<dev.partnercatalog.events.DisplayAttributes> attributes =
            new SingleObjectSerde<>(dev.partnercatalog.events.DisplayAttributes.class);

    LayerReader(ReadOnlyKeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    /** BPD's layer, null where BPD lacks the barcode. */
    @Nullable
    Bpd bpd(String barcode) {
        return bpd(store.get(LayerKey.ofBarcode(barcode)));
    }

    /** BPD's layer as it lies in the store. */
    @Nullable
    Bpd bpd(byte @Nullable [] layer) {
        if (layer == null) {
            return null;
        }
        BpdVariant variant = bpdVariants.decode(layer);
        return new Bpd(VariantRecords.layer(variant), List.copyOf(variant.getStateCodes()));
    }

    /** A company's own layers, {@link ScopeLayers#NONE} where it has none. */
    ScopeLayers company(String barcode, long companyId) {
        List<ScopeLayers> found = new ArrayList<>(1);
        scan(barcode, LayerKey.ofCompanyAlone(barcode, companyId), (company, layers) -> {
            found.add(layers);
            return (location, none) -> {};
        });
        return found.isEmpty() ? ScopeLayers.NONE : found.get(0);
    }

    /** What a company says that its locations share: all but the SKUs by which it lists the variant itself. */
    ScopeLayers shared(String barcode, long companyId) {
        byte[] override = store.get(LayerKey.ofOverride(barcode, companyId));
        byte[] display = store.get(LayerKey.ofAttributes(barcode, companyId));
        return new ScopeLayers(
                override == null ? null : override(override), display == null ? null : display(display), List.of());
    }

    /** A location's own layers, {@link ScopeLayers#NONE} where it has none. */
    ScopeLayers location(String barcode, long companyId, long locationId) {
        List<ScopeLayers> found = new ArrayList<>(1);
        scan(
                barcode,
                LayerKey.ofLocation(barcode, companyId, locationId),
                (company, none) -> (location, layers) -> found.add(layers));
        return found.isEmpty() ? ScopeLayers.NONE : found.get(0);
    }

    /** Visits every company that has layers of its own or whose locations have. */
    void forEachCompany(String barcode, CompanyVisitor visitor) {
        scan(barcode, LayerKey.ofBarcode(barcode), visitor);
    }

    /** Visits a company, whatever layers it has, and every location of it that has layers of its own. */
    void visitCompany(String barcode, long companyId, CompanyVisitor visitor) {
        if (!scan(barcode, LayerKey.ofCompany(barcode, companyId), visitor)) {
            visitor.visit(companyId, ScopeLayers.NONE);
        }
    }

    /**
     * What a scope says after a change.
     *
     * @param layer null where it is gone
     */
    ScopeLayers changed(ScopeLayers before, LayerUpdate update, byte @Nullable [] layer) {
        return switch (update.getKind()) {
            case BPD -> throw new IllegalArgumentException("BPD has no scope");
            case OVERRIDE -> before.withOverride(layer == null ? null : override(layer));
            case ATTRIBUTES -> before.withAttributes(layer == null ? null : display(layer));
            case LISTING -> layer == null ? before.withoutSku(update.getSku()) : before.withSku(update.getSku());
        };
    }

    private FieldValues override(byte[] layer) {
        return VariantRecords.layer(overrides.decode(layer));
    }

    private DisplayAttributes display(byte[] layer) {
        return VariantRecords.layer(attributes.decode(layer));
    }

    /** Returns whether there was anything to visit. */
    private boolean scan(String barcode, String prefix, CompanyVisitor visitor) {
        String bpdKey = LayerKey.ofBarcode(barcode);
        Scan scan = new Scan(visitor);
        try (KeyValueIterator<String, byte[]> layers = store.prefixScan(prefix, keys)) {
            while (layers.hasNext()) {
                KeyValue<String, byte[]> layer = layers.next();
                if (!layer.key.equals(bpdKey)) {
                    scan.add(LayerKey.parse(barcode, layer.key), layer.value);
                }
            }
        }
        scan.finish();
        return scan.scope != null;
    }

    /** Gathers the layers of one scope after the other and hands each scope on when the next one begins. */
    private final class Scan {

        private final CompanyVisitor companies;
        private @Nullable LocationVisitor locations;
        private LayerKey.@Nullable Parsed scope;
        private @Nullable Long companyId;
        private @Nullable FieldValues override;
        private @Nullable DisplayAttributes display;
        private List<String> skus = new ArrayList<>(1);

        Scan(CompanyVisitor companies) {
            this.companies = companies;
        }

        void add(LayerKey.Parsed key, byte[] layer) {
            if (scope == null || !scope.sameScope(key)) {
                finish();
                scope = key;
            }
            if (key.isOverride()) {
                override = LayerReader.this.override(layer);
            } else if (key.isAttributes()) {
                display = LayerReader.this.display(layer);
            } else {
                skus.add(key.sku());
            }
        }

        void finish() {
            if (scope == null) {
                return;
            }
            ScopeLayers layers = new ScopeLayers(override, display, List.copyOf(skus));
            boolean sameCompany = companyId != null && companyId == scope.companyId();
            if (scope.locationId() == null) {
                locations = companies.visit(scope.companyId(), layers);
            } else {
                if (locations == null || !sameCompany) {
                    locations = companies.visit(scope.companyId(), ScopeLayers.NONE);
                }
                locations.visit(scope.locationId(), layers);
            }
            companyId = scope.companyId();
            override = null;
            display = null;
            skus = new ArrayList<>(1);
        }
    }
}
