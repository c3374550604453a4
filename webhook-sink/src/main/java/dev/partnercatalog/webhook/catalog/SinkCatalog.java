package dev.partnercatalog.webhook.catalog;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.CatalogStore.Change;
import dev.partnercatalog.webhook.catalog.ProductStore.ProductRecord;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The catalog as one task reads it: its partition of the entries and the listings. A reference shows the product, if its
 * newest record here is the one that the reference names: what is sent follows from the partition alone then, however far
 * another instance has read the products. Confined to the task's thread.
 */
public final class SinkCatalog implements AutoCloseable {

    /** An image that can't be made: it isn't known what applies at the scope. */
    private static final byte[] UNKNOWN = {0};

    /** The image of a record of a product that isn't here yet, or not any more. */
    private static final byte[] AWAITED = {-1};

    private final CatalogStores stores;
    private final int partition;
    private final OwnRecords<CompanyVariant> entries;
    private final OwnRecords<ResolvedVariant> products;
    /** The products that it waits for, and those among them that have arrived. */
    private final Set<String> awaited = ConcurrentHashMap.newKeySet();

    private final Queue<String> arrived = new ConcurrentLinkedQueue<>();
    private @Nullable ScopedVariant waiting;

    SinkCatalog(CatalogStores stores, int partition) {
        this.stores = stores;
        this.partition = partition;
        this.entries = stores.records(CatalogTopic.COMPANY_VARIANTS, CompanyVariant.class);
        this.products = stores.records(CatalogTopic.RESOLVED_VARIANTS, ResolvedVariant.class);
        stores.tasks.add(this);
    }

    public ListingStore listings() {
        return stores.listings;
    }

    public int partition() {
        return partition;
    }

    /** The ids of the topics of the entries and the listings. */
    public List<String> topics() {
        return Stream.of(stores.entries, stores.listings)
                .map(store -> store.topicId().toString())
                .toList();
    }

    public FeedPosition position() {
        return new FeedPosition(stores.entries.position(partition), stores.listings.position(partition));
    }

    /** What changed after a position, at most so many changes in each source; there must be room for those of one record. */
    public FeedPage changesAfter(FeedPosition after, int limit) {
        // Asked first: what is written meanwhile comes with the next page.
        FeedPosition written = position();
        List<Change> entries = stores.entries.changesAfter(partition, after.entries(), limit);
        List<Change> listings = stores.listings.changesAfter(partition, after.listings(), limit);
        return new FeedPage(
                Stream.concat(entries.stream(), listings.stream()).toList(),
                new FeedPosition(to(entries, written.entries(), limit), to(listings, written.listings(), limit)),
                entries.size() < limit && listings.size() < limit);
    }

    /** A page that isn't full is the last one. Changes of one record, of which a page may hold a part, have one offset. */
    private static long to(List<Change> page, long written, int limit) {
        return page.size() < limit ? written : page.get(limit - 1).origin().offset() - 1;
    }

    /** Whether a scope's own entry shows a product that isn't here. */
    public boolean isAwaited(ScopedVariant variant) {
        byte[] image = image(variant);
        return image != null && isAwaited(image);
    }

    /**
     * The images of the entries that apply at some scopes: a location's own, otherwise its company's. What doesn't resolve
     * has none. A page is read at once: a look-up costs much less so.
     */
    public Map<ScopedVariant, byte[]> images(List<ScopedVariant> listed) {
        Map<ScopedVariant, byte[]> images = own(listed);
        Map<ScopedVariant, ScopedVariant> without = new LinkedHashMap<>();
        for (ScopedVariant variant : listed) {
            if (!variant.scope().isCompany() && !images.containsKey(variant)) {
                without.put(variant, variant.atCompany());
            }
        }
        List<ScopedVariant> companies = without.values().stream()
                .filter(company -> !images.containsKey(company))
                .distinct()
                .toList();
        Map<ScopedVariant, byte[]> ofCompanies = own(companies);
        without.forEach((variant, company) -> {
            byte[] listedThere = images.get(company);
            byte[] image = listedThere == null ? ofCompanies.get(company) : listedThere;
            if (image != null) {
                images.put(variant, image);
            }
        });
        return images;
    }

    /**
     * The image of a scope's own entry; null if it has none. If the record can't be read, the image {@linkplain
     * #isUnknown is unknown}; if it refers to a record of a product that isn't here, it {@linkplain #isAwaited is
     * awaited}.
     *
     * @throws RegistryUnavailableException if its schema can't be asked for now, which says nothing about the record
     */
    byte @Nullable [] image(ScopedVariant variant) {
        return own(List.of(variant)).get(variant);
    }

    private Map<ScopedVariant, byte[]> own(List<ScopedVariant> variants) {
        try {
            EntryStore.OwnEntries found = stores.entries.find(variants, entries);
            Map<ScopedVariant, byte[]> images = new HashMap<>(found.images());
            found.unknown().forEach(variant -> images.put(variant, UNKNOWN));
            if (!found.references().isEmpty()) {
                Map<ProductRecord, byte[]> here = products(found.references().values());
                found.references()
                        .forEach((variant, product) -> images.put(variant, here.getOrDefault(product, AWAITED)));
            }
            return images;
        } catch (RegistryUnavailableException e) {
            waiting = variants.get(0);
            throw e;
        }
    }

    private Map<ProductRecord, byte[]> products(Collection<ProductRecord> wanted) {
        Set<ProductRecord> missing = new LinkedHashSet<>(wanted);
        Map<ProductRecord, byte[]> here = new HashMap<>(stores.products.images(missing, products));
        missing.removeAll(here.keySet());
        if (!missing.isEmpty()) {
            // First, so that no arrival goes unnoticed.
            missing.forEach(product -> awaited.add(product.barcode()));
            Map<ProductRecord, byte[]> meanwhile = stores.products.images(missing, products);
            here.putAll(meanwhile);
            missing.removeAll(meanwhile.keySet());
            Set<String> still = missing.stream().map(ProductRecord::barcode).collect(Collectors.toSet());
            meanwhile.keySet().stream()
                    .map(ProductRecord::barcode)
                    .filter(barcode -> !still.contains(barcode))
                    // Others may wait for it, too, and nobody else tells them any more.
                    .forEach(this::arrived);
        }
        return here;
    }

    /** A product can be read. Called on any thread. */
    void arrived(String barcode) {
        if (awaited.remove(barcode)) {
            arrived.add(barcode);
        }
    }

    /** The next product that was awaited and has arrived; null if there is none. */
    public @Nullable String pollArrived() {
        return arrived.poll();
    }

    /** How many products it waits for, also where nobody needs them any more. */
    public int awaited() {
        return awaited.size();
    }

    /** Nobody needs other products than these. */
    public void awaitOnly(Set<String> barcodes) {
        awaited.retainAll(barcodes);
    }

    /** Tries again to make what couldn't be made because a schema couldn't be asked for; throws if it still can't. */
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

    @Override
    public void close() {
        stores.tasks.remove(this);
    }

    /**
     * Some of what changed in a task's partition, in order for each source.
     *
     * @param to up to where it is known with this page what changed
     * @param isLast whether that was all when it was read
     */
    public record FeedPage(List<Change> changes, FeedPosition to, boolean isLast) {}

    /**
     * How far the two sources of a task were read.
     *
     * @param entries the offset of the last record of {@code company-variants}
     * @param listings the same of {@code sku-barcodes}
     */
    public record FeedPosition(long entries, long listings) {

        /** Before the first record. */
        public static final FeedPosition NOTHING = new FeedPosition(CatalogStore.NOTHING, CatalogStore.NOTHING);

        /** After all records. */
        public static final FeedPosition END = new FeedPosition(Long.MAX_VALUE, Long.MAX_VALUE);

        /** A position in one source, and the end of the other. */
        static FeedPosition in(CatalogTopic source, long offset) {
            return source == CatalogTopic.SKU_BARCODES
                    ? new FeedPosition(END.entries, offset)
                    : new FeedPosition(offset, END.listings);
        }

        /** The earlier one, in each source. */
        public FeedPosition earlier(FeedPosition other) {
            return new FeedPosition(Math.min(entries, other.entries), Math.min(listings, other.listings));
        }

        /** Whether it is no earlier in either source. */
        public boolean reaches(FeedPosition other) {
            return entries >= other.entries && listings >= other.listings;
        }
    }
}
