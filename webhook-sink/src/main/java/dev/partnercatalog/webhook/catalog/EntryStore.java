package dev.partnercatalog.webhook.catalog;

import static java.util.Objects.requireNonNull;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.store.RowBatch;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.ProductStore.ProductRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The entries, as their records came. The image of an entry's content is made when somebody asks for it, and kept until the
 * entry changes or another version of the program makes other images.
 */
public final class EntryStore extends CatalogStore {

    public static final String NAME = "entries";

    private final CatalogStores shared;
    private final Set<ScopedVariant> replaced = new HashSet<>();

    EntryStore(CatalogStores shared) {
        super(NAME, CatalogTopic.COMPANY_VARIANTS, EnumSet.of(Family.IMAGES, Family.CHANGES, Family.LATEST), shared);
        this.shared = shared;
    }

    @Override
    void take(String key, byte @Nullable [] value, Origin origin) {
        ScopedVariant variant = VariantKeys.parseOfCompany(key);
        Scope scope = variant.scope();
        // Asking at such a location is asking the company itself, to which location attributes don't apply (D1, D12).
        if (!(scope instanceof Scope.Location) || scope.locationId() != scope.companyId()) {
            batch().put(Family.RECORDS, CatalogKeys.of(variant), value);
            replaced.add(variant);
            // A company's entry applies at all of its scopes.
            changed(scope.isCompany() ? variant.atAllOfCompany() : variant, origin);
        }
    }

    /** No image is put meanwhile that was made of a record before. */
    @Override
    protected synchronized void write(RowBatch writing) {
        for (ScopedVariant variant : replaced) {
            byte[] key = CatalogKeys.of(variant);
            if (writing.get(Family.IMAGES, key) != null) {
                writing.put(Family.IMAGES, key, null);
            }
        }
        replaced.clear();
        super.write(writing);
    }

    /** Keeps the images whose records are still the entries. */
    synchronized void putImages(Map<ScopedVariant, byte[]> made, Map<ScopedVariant, byte[]> records) {
        RowBatch images = new RowBatch(rows());
        made.forEach((variant, image) -> {
            byte[] key = CatalogKeys.of(variant);
            if (Arrays.equals(rows().get(Family.RECORDS, key), records.get(variant))) {
                images.put(Family.IMAGES, key, image);
            }
        });
        rows().write(images);
    }

    /**
     * Reads the scopes' own entries, which are different scopes. Those without one are left out.
     *
     * @param reader reads records, for one thread
     * @throws RegistryUnavailableException if a schema can't be asked for now, which says nothing about the record
     */
    Found find(List<ScopedVariant> variants, OwnRecords<CompanyVariant> reader) {
        Found found = new Found(new HashMap<>(), new HashMap<>(), new ArrayList<>());
        List<ScopedVariant> others = new ArrayList<>();
        forEach(Family.IMAGES, variants, CatalogKeys::of, (variant, kept) -> {
            if (kept != null && kept[0] == VariantImage.VERSION) {
                found.images().put(variant, kept);
            } else {
                others.add(variant);
            }
        });
        Map<ScopedVariant, byte[]> records = new HashMap<>();
        Map<ScopedVariant, byte[]> images = new HashMap<>();
        forEach(Family.RECORDS, others, CatalogKeys::of, (variant, record) -> {
            if (record == null) {
                return;
            }
            String key = VariantKeys.encode(variant);
            CompanyVariant entry = made(partition(variant), key, () -> reader.value(key, record));
            ProductReference reference = entry == null ? null : entry.getReference();
            byte[] image = entry == null || reference != null
                    ? null
                    : made(partition(variant), key, () -> VariantRecords.image(requireNonNull(entry.getContent())));
            if (reference != null) {
                found.references().put(variant, new ProductRecord(variant.barcode(), reference.getProduct()));
            } else if (image != null) {
                records.put(variant, record);
                images.put(variant, image);
            } else {
                found.unknown().add(variant);
            }
        });
        if (!images.isEmpty()) {
            putImages(images, records);
            found.images().putAll(images);
        }
        return found;
    }

    private int partition(ScopedVariant variant) {
        return Partitioning.byCompany(variant.companyId(), shared.partitions());
    }

    /** What scopes' own entries are: content, references to products, and those that can't be read. */
    record Found(
            Map<ScopedVariant, byte[]> images,
            Map<ScopedVariant, ProductRecord> references,
            List<ScopedVariant> unknown) {}
}
