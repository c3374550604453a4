package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.store.RowStore.Family;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one partition, as their records came. The image of an entry's content is made when somebody asks for it,
 * and kept until the entry changes or another version of the program makes other images. A reference shows the product, if
 * its newest record here is the one that the reference names: what is sent follows from this partition alone then, however
 * far another instance has read the products. Confined to its task's thread.
 */
public final class EntryStore extends CatalogStore {

    /** Its name in the topology. */
    public static final String NAME = "entries";

    /** Stands for an image that can't be made: it isn't known what applies at the scope. */
    private static final byte[] UNKNOWN = {0};

    /** Stands for the image of a record of a product that isn't here yet, or not any more. */
    private static final byte[] AWAITED = {-1};

    private final EntryRecords records;
    private final OwnRecords<ResolvedVariant> products;
    private final ProductArrivals arrivals = new ProductArrivals();
    private final CatalogStores shared;
    private @Nullable ScopedVariant waiting;

    EntryStore(CatalogStores shared) {
        super(NAME, CatalogTopic.COMPANY_VARIANTS, Family.IMAGES, shared);
        this.records = shared.entryRecords();
        this.products = shared.productRecords();
        this.shared = shared;
    }

    /**
     * Sets the record of a scope's own entry, unless the store {@linkplain #holds holds} it.
     *
     * @param value as it came; null if the scope has no entry any more
     * @return the change of what it {@linkplain EntryRecords#concerned concerns}; null if the store holds it
     */
    public @Nullable Change put(ScopedVariant variant, byte @Nullable [] value, Origin origin) {
        if (holds(origin.offset())) {
            return null;
        }
        put(variant, value);
        Change change = changed(EntryRecords.concerned(variant), origin);
        took(origin.offset());
        return change;
    }

    /** Sets a record that can't be read, unless the store holds it. It changes nothing for partners, who keep what they have. */
    public void putUnreadable(ScopedVariant variant, byte @Nullable [] value, long offset) {
        if (!holds(offset)) {
            put(variant, value);
            took(offset);
        }
    }

    private void put(ScopedVariant variant, byte @Nullable [] value) {
        byte[] key = CatalogKeys.of(variant);
        batch().put(Family.RECORDS, key, value);
        if (batch().get(Family.IMAGES, key) != null) {
            batch().put(Family.IMAGES, key, null);
        }
    }

    @Override
    void take(ConsumerRecord<byte[], byte[]> record) {
        ScopedVariant variant = EntryRecords.variant(records.key(record.key(), partition()));
        if (variant != null) {
            put(variant, record.value());
            changed(EntryRecords.concerned(variant), Origin.of(record));
        }
    }

    /**
     * The image of a scope's own entry; null if it has none. If the record can't be read, the image {@linkplain
     * #isUnknown is unknown}; if it refers to a record of a product that isn't here, it {@linkplain #isAwaited is
     * awaited}.
     *
     * @throws RegistryUnavailableException if its schema can't be asked for now, which says nothing about the record
     */
    public byte @Nullable [] image(ScopedVariant variant) {
        return images(List.of(variant)).get(variant);
    }

    /** The same of several scopes, which are different; those that have no entry are left out. */
    Map<ScopedVariant, byte[]> images(List<ScopedVariant> variants) {
        Map<ScopedVariant, byte[]> images = new HashMap<>();
        List<ScopedVariant> others = new ArrayList<>();
        forEach(Family.IMAGES, variants, (variant, kept) -> {
            if (kept != null && kept[0] == VariantImage.VERSION) {
                images.put(variant, kept);
            } else {
                others.add(variant);
            }
        });
        Map<ScopedVariant, ProductRecord> references = new LinkedHashMap<>();
        forEach(Family.RECORDS, others, (variant, record) -> {
            if (record != null) {
                make(variant, record, images, references);
            }
        });
        writeIfMany();
        show(references, images);
        return images;
    }

    private void forEach(
            Family family, List<ScopedVariant> variants, BiConsumer<ScopedVariant, byte @Nullable []> visitor) {
        List<byte @Nullable []> rows =
                batch().getAll(family, variants.stream().map(CatalogKeys::of).toList());
        for (int i = 0; i < rows.size(); i++) {
            visitor.accept(variants.get(i), rows.get(i));
        }
    }

    private void make(
            ScopedVariant variant,
            byte[] record,
            Map<ScopedVariant, byte[]> images,
            Map<ScopedVariant, ProductRecord> references) {
        String key = VariantKeys.encode(variant);
        try {
            CompanyVariant entry = Objects.requireNonNull(records.value(key, record));
            ProductReference reference = entry.getReference();
            if (reference != null) {
                references.put(variant, new ProductRecord(variant.barcode(), reference.getProduct()));
                return;
            }
            byte[] image = VariantRecords.image(Objects.requireNonNull(entry.getContent()));
            batch().put(Family.IMAGES, CatalogKeys.of(variant), image);
            images.put(variant, image);
        } catch (RegistryUnavailableException e) {
            waiting = variant;
            throw e;
        } catch (RuntimeException e) {
            // Whatever is wrong with it, the others must get theirs.
            shared.unreadable()
                    .found(new UnreadableRecord(
                            topic(),
                            partition(),
                            UnreadableRecord.UNKNOWN,
                            key.getBytes(StandardCharsets.UTF_8),
                            String.valueOf(e.getMessage())));
            images.put(variant, UNKNOWN);
        }
    }

    /** Adds the images of the products to which entries refer. */
    private void show(Map<ScopedVariant, ProductRecord> references, Map<ScopedVariant, byte[]> images) {
        if (references.isEmpty()) {
            return;
        }
        Map<ProductRecord, byte[]> here = productImages(references);
        references.forEach((variant, product) -> images.put(variant, here.getOrDefault(product, AWAITED)));
    }

    private Map<ProductRecord, byte[]> productImages(Map<ScopedVariant, ProductRecord> references) {
        try {
            Set<ProductRecord> missing = new LinkedHashSet<>(references.values());
            Map<ProductRecord, byte[]> here = new HashMap<>(shared.products().images(missing, products));
            missing.removeAll(here.keySet());
            if (!missing.isEmpty()) {
                // First, so that no arrival goes unnoticed.
                missing.forEach(product -> arrivals.await(product.barcode()));
                Map<ProductRecord, byte[]> arrived = shared.products().images(missing, products);
                here.putAll(arrived);
                missing.removeAll(arrived.keySet());
                Set<String> awaited =
                        missing.stream().map(ProductRecord::barcode).collect(Collectors.toSet());
                arrived.keySet().stream()
                        .map(ProductRecord::barcode)
                        .filter(barcode -> !awaited.contains(barcode))
                        .forEach(arrivals::forget);
            }
            return here;
        } catch (RegistryUnavailableException e) {
            waiting = references.keySet().iterator().next();
            throw e;
        }
    }

    /** A product can be read. Any thread may say so. */
    void arrived(String barcode) {
        arrivals.arrived(barcode);
    }

    /** The next product that was awaited and has arrived; null if there is none. */
    public @Nullable String pollArrived() {
        return arrivals.poll();
    }

    /** Whether {@link #pollArrived} will tell when a product arrives that an image waits for: not if there are too many. */
    public boolean tellsArrival(String barcode) {
        return arrivals.isAwaited(barcode);
    }

    /**
     * Tries again to make the image that couldn't be made because its schema couldn't be asked for.
     *
     * @throws RegistryUnavailableException if it still can't
     */
    public void retry() {
        if (waiting != null) {
            var unused = image(waiting);
            waiting = null;
        }
    }

    /** Whether an image couldn't be made, because its record can't be read. */
    public static boolean isUnknown(byte[] image) {
        return image[0] == UNKNOWN[0];
    }

    /** Whether an image can't be made yet, because the product that it shows isn't here. */
    public static boolean isAwaited(byte[] image) {
        return image[0] == AWAITED[0];
    }
}
