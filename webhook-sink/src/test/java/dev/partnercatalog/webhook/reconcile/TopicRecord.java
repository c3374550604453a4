package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record of one of the two topics that a task reads.
 *
 * @param sku null in an entry's record
 * @param entry null if the scope has none any more
 * @param product the revision of the product that the entry shows, if it is a reference; otherwise 0
 * @param listed whether the SKU is listed, in a listing's record
 * @param offset offset in its own topic
 * @param last whether it is the last of those published together
 * @param stored as it is in its topic
 */
record TopicRecord(
        ScopedVariant variant,
        @Nullable String sku,
        @Nullable ResolvedVariant entry,
        long product,
        boolean listed,
        long offset,
        boolean last,
        PublicationTime eventTime,
        ConsumerRecord<byte[], byte[]> stored) {

    TopicRecord {
        eventTime.headers().forEach(stored.headers()::add);
    }

    /** A reference to a product. */
    static TopicRecord reference(
            ScopedVariant variant, ResolvedVariant product, long offset, PublicationTime eventTime) {
        long revision = product.getRevision();
        return new TopicRecord(
                variant,
                null,
                product,
                revision,
                false,
                offset,
                true,
                eventTime,
                CatalogInTest.reference(offset, variant, revision));
    }

    TopicRecord(
            ScopedVariant variant,
            @Nullable String sku,
            @Nullable ResolvedVariant entry,
            boolean listed,
            long offset,
            boolean last,
            PublicationTime eventTime) {
        this(
                variant,
                sku,
                entry,
                0,
                listed,
                offset,
                last,
                eventTime,
                sku == null
                        ? CatalogInTest.entry(offset, variant, entry)
                        : CatalogInTest.listing(offset, listing(variant, sku), listed ? variant.barcode() : null));
    }

    private static ListingKey listing(ScopedVariant variant, String sku) {
        return new ListingKey(variant.companyId(), variant.locationId(), sku);
    }

    boolean isEntry() {
        return sku == null;
    }

    byte @Nullable [] image() {
        return entry == null ? null : VariantRecords.image(entry);
    }

    ListingKey listing() {
        return listing(variant, String.valueOf(sku));
    }

    /** The barcode under which the SKU is listed; null if it is no longer listed. */
    @Nullable
    String barcode() {
        return listed ? variant.barcode() : null;
    }
}
