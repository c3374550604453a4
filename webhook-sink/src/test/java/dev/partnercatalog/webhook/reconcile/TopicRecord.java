package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.key.ListingKey;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record of one of the two topics that a task reads.
 *
 * @param sku null in an entry's record
 * @param entry null if the scope has none any more; for a reference, the product that it shows
 * @param listed whether the SKU is listed, in a listing's record
 * @param last whether it is the last of those published together
 * @param stored as it is in its topic
 */
record TopicRecord(
        ScopedVariant variant,
        @Nullable String sku,
        @Nullable ResolvedVariant entry,
        boolean listed,
        boolean last,
        ConsumerRecord<byte[], byte[]> stored) {

    boolean isEntry() {
        return sku == null;
    }

    ListingKey listing() {
        return new ListingKey(variant.companyId(), variant.locationId(), String.valueOf(sku));
    }
}
