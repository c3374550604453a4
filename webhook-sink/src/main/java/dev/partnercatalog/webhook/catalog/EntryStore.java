package dev.partnercatalog.webhook.catalog;

import static java.util.Objects.requireNonNull;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.ProductStore.ProductRecord;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The entries, as their records came. The image of an entry's content is made when somebody asks for it, and kept until the
 * entry changes or another version of the program makes other images.
 */
public final class EntryStore extends CatalogStore {

    public static final String NAME = "entries";

    private final CatalogStores shared;

    EntryStore(CatalogStores shared) {
        super(NAME, CatalogTopic.COMPANY_VARIANTS, EnumSet.of(Family.CHANGES, Family.LATEST), shared);
        this.shared = shared;
    }

    @Override
    void take(String key, byte @Nullable [] value, Origin origin) {
        ScopedVariant variant = VariantKeys.parseOfCompany(key);
        Scope scope = variant.scope();
        // Asking at such a location is asking the company itself, to which location attributes don't apply (D1, D12).
        if (!(scope instanceof Scope.Location) || scope.locationId() != scope.companyId()) {
            batch().put(
                            Family.RECORDS,
                            CatalogKeys.of(variant),
                            value == null ? null : new RecordRow(value, null).bytes());
            // A company's entry applies at all of its scopes.
            changed(scope.isCompany() ? variant.atAllOfCompany() : variant, origin);
        }
    }

    /**
     * Reads the scopes' own entries, which are different scopes. Those without one are left out.
     *
     * @param reader reads records, for one thread
     * @throws RegistryUnavailableException if a schema can't be asked for now, which says nothing about the record
     */
    OwnEntries find(List<ScopedVariant> variants, OwnRecords<CompanyVariant> reader) {
        Map<ScopedVariant, ProductRecord> references = new HashMap<>();
        List<ScopedVariant> unknown = new ArrayList<>();
        Map<ScopedVariant, byte[]> images = images(variants, CatalogKeys::of, 0, (variant, record) -> {
            String key = VariantKeys.encode(variant);
            CompanyVariant entry = made(partition(variant), key, () -> reader.value(key, record));
            ProductReference reference = entry == null ? null : entry.getReference();
            if (reference != null) {
                references.put(variant, new ProductRecord(variant.barcode(), reference.getProduct()));
                return null;
            }
            byte[] image = entry == null
                    ? null
                    : made(partition(variant), key, () -> VariantRecords.image(requireNonNull(entry.getContent())));
            if (image == null) {
                unknown.add(variant);
            }
            return image;
        });
        return new OwnEntries(images, references, unknown);
    }

    private int partition(ScopedVariant variant) {
        return Partitioning.byCompany(variant.companyId(), shared.partitions());
    }

    /** What scopes' own entries are: content, references to products, and those that can't be read. */
    record OwnEntries(
            Map<ScopedVariant, byte[]> images,
            Map<ScopedVariant, ProductRecord> references,
            List<ScopedVariant> unknown) {}
}
