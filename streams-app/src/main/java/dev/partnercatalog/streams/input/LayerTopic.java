package dev.partnercatalog.streams.input;

import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.event.EventKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The input topics whose records are layers of a variant, lowest layer first (D1): the one list of them. */
public enum LayerTopic {
    BPD(CatalogTopic.BPD_VARIANTS, LayerKind.BPD),
    COMPANY_OVERRIDE(CatalogTopic.COMPANY_OVERRIDES, LayerKind.OVERRIDE),
    COMPANY_ATTRIBUTES(CatalogTopic.COMPANY_ATTRIBUTES, LayerKind.ATTRIBUTES),
    LOCATION_ATTRIBUTES(CatalogTopic.LOCATION_ATTRIBUTES, LayerKind.ATTRIBUTES);

    private final CatalogTopic topic;
    private final LayerKind kind;

    LayerTopic(CatalogTopic topic, LayerKind kind) {
        this.topic = topic;
        this.kind = kind;
    }

    /** The one with this topic; null if its records are no layers. */
    public static @Nullable LayerTopic of(CatalogTopic topic) {
        return Stream.of(values()).filter(one -> one.topic == topic).findFirst().orElse(null);
    }

    public CatalogTopic topic() {
        return topic;
    }

    public LayerKind kind() {
        return kind;
    }

    /** What a record with this key is a layer of; throws {@link dev.partnercatalog.schemas.key.InvalidKeyException}. */
    public ScopedVariant variant(String key) {
        Map<String, Object> ids = EventKey.parse(topic, key);
        return new ScopedVariant(
                VariantRecords.scope((Long) ids.get("companyId"), (Long) ids.get("locationId")),
                (String) Objects.requireNonNull(ids.get("barcode")));
    }
}
