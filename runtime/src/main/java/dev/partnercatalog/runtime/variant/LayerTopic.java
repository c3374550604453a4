package dev.partnercatalog.runtime.variant;

import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.resolution.Layer;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.key.CompanyVariantKey;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.LocationVariantKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.jspecify.annotations.Nullable;

/** The input topics whose records are layers of a variant, lowest layer first (D1): the one list of them. */
public enum LayerTopic {
    BPD(Layer.BPD, CatalogTopic.BPD_VARIANTS, LayerKind.BPD),
    COMPANY_OVERRIDE(Layer.COMPANY_OVERRIDE, CatalogTopic.COMPANY_OVERRIDES, LayerKind.OVERRIDE),
    COMPANY_ATTRIBUTES(Layer.COMPANY_ATTRIBUTES, CatalogTopic.COMPANY_ATTRIBUTES, LayerKind.ATTRIBUTES),
    LOCATION_ATTRIBUTES(Layer.LOCATION_ATTRIBUTES, CatalogTopic.LOCATION_ATTRIBUTES, LayerKind.ATTRIBUTES);

    private final Layer layer;
    private final CatalogTopic topic;
    private final LayerKind kind;

    LayerTopic(Layer layer, CatalogTopic topic, LayerKind kind) {
        this.layer = layer;
        this.topic = topic;
        this.kind = kind;
    }

    /** The one with this topic; null if its records are no layers. */
    public static @Nullable LayerTopic of(CatalogTopic topic) {
        for (LayerTopic one : values()) {
            if (one.topic == topic) {
                return one;
            }
        }
        return null;
    }

    public CatalogTopic topic() {
        return topic;
    }

    public LayerKind kind() {
        return kind;
    }

    /** What a record with this key is a layer of; throws {@link dev.partnercatalog.schemas.key.InvalidKeyException}. */
    public ScopedVariant variant(String key) {
        switch (layer.source()) {
            case BPD -> {
                return new ScopedVariant(Scope.everywhere(), Ids.requireBarcode(key));
            }
            case COMPANY -> {
                CompanyVariantKey id = CompanyVariantKey.parse(key);
                return new ScopedVariant(new Scope.Company(id.companyId()), id.barcode());
            }
            case LOCATION -> {
                LocationVariantKey id = LocationVariantKey.parse(key);
                return new ScopedVariant(new Scope.Location(id.companyId(), id.locationId()), id.barcode());
            }
        }
        throw new IllegalStateException("no keys of " + layer);
    }
}
