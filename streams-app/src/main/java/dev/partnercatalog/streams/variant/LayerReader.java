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
        String scope = LayerKey.ofCompany(barcode, companyId);
        return shared(barcode, companyId).withListed(store.get(LayerKey.ofListed(scope)) != null);
    }

    /** What a company says that its locations share: all but whether it lists the variant itself. */
    ScopeLayers shared(String barcode, long companyId) {
        String scope = LayerKey.ofCompany(barcode, companyId);
        byte[] override = store.get(LayerKey.ofOverride(scope));
        byte[] display = store.get(LayerKey.ofAttributes(scope));
        return new ScopeLayers(
                override == null ? null : override(override), display == null ? null : display(display), false);
    }

    /** A location's own layers, {@link ScopeLayers#NONE} where it has none. */
    ScopeLayers location(String barcode, long companyId, long locationId) {
        String scope = LayerKey.ofLocation(barcode, companyId, locationId);
        byte[] display = store.get(LayerKey.ofAttributes(scope));
        return new ScopeLayers(
                null, display == null ? null : display(display), store.get(LayerKey.ofListed(scope)) != null);
    }

    /**
     * The SKUs by which a scope lists the variant, sorted.
     *
     * @param locationId equal to {@code companyId} at company scope
     */
    List<String> skus(String barcode, long companyId, long locationId) {
        String prefix = LayerKey.ofSkus(barcode, companyId, locationId);
        List<String> skus = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> rows = store.prefixScan(prefix, keys)) {
            rows.forEachRemaining(row -> skus.add(row.key.substring(prefix.length())));
        }
        return skus;
    }

    /** Visits every company that has layers of its own or whose locations have. */
    void forEachCompany(String barcode, CompanyVisitor visitor) {
        scan(barcode, LayerKey.ofBarcode(barcode), visitor);
    }

    /** Visits every location of a company that has layers of its own. */
    void forEachLocation(String barcode, long companyId, LocationVisitor visitor) {
        scan(barcode, LayerKey.ofCompany(barcode, companyId), (company, own) -> visitor);
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
            case LISTING -> before.withListed(layer != null);
        };
    }

    private FieldValues override(byte[] layer) {
        return VariantRecords.layer(overrides.decode(layer));
    }

    private DisplayAttributes display(byte[] layer) {
        return VariantRecords.layer(attributes.decode(layer));
    }

    private void scan(String barcode, String prefix, CompanyVisitor visitor) {
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
    }

    /** Gathers the layers of one scope after the other and hands each scope on when the next one begins. */
    private final class Scan {

        private final CompanyVisitor companies;
        private @Nullable LocationVisitor locations;
        private LayerKey.@Nullable Parsed scope;
        private @Nullable Long companyId;
        private @Nullable FieldValues override;
        private @Nullable DisplayAttributes display;
        private boolean listed;

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
                listed = true;
            }
        }

        void finish() {
            if (scope == null) {
                return;
            }
            ScopeLayers layers = new ScopeLayers(override, display, listed);
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
            listed = false;
        }
    }
}
