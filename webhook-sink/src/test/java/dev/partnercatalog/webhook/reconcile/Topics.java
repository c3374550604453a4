package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.reconcile.Topics.TopicRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The two topics that a task reads, in the order in which their records were published. */
final class Topics {

    private final List<TopicRecord> records = new ArrayList<>();
    private final TopicContents contents = new TopicContents();
    private final List<ResolvedVariant> products = new ArrayList<>();
    private final Map<String, ResolvedVariant> currentProducts = new HashMap<>();
    private final Set<ScopedVariant> referring = new TreeSet<>();
    /** When the events were published that the next records result from. */
    PublicationTime eventTime = PublicationTime.UNKNOWN;

    private long revision;
    private long entryOffset;
    private long listingOffset;

    /**
     * Publishes the scope's own entry and that it lists the variant, or with null that it no longer has or lists
     * either.
     */
    void publish(ScopedVariant variant, @Nullable ResolvedVariant entry) {
        referring.remove(variant);
        boolean alone = contents.isListed(variant, "s" + variant.barcode()) == (entry != null);
        addEntry(variant, entry, alone);
        if (!alone) {
            publishListing(variant, "s", entry != null);
        }
    }

    void publishEntry(ScopedVariant variant, @Nullable ResolvedVariant entry) {
        referring.remove(variant);
        addEntry(variant, entry, true);
    }

    void publishListing(ScopedVariant variant, String sku, boolean listed) {
        addListing(variant, sku + variant.barcode(), listed);
    }

    /** Publishes that the SKU under which a variant is listed belongs to another one of its scope. */
    void moveListing(ScopedVariant from, ScopedVariant to) {
        addListing(to, "s" + from.barcode(), true);
    }

    /** Publishes a product, and what refers to it. */
    void publishProduct(ResolvedVariant content) {
        ResolvedVariant product =
                ResolvedVariant.newBuilder(content).setRevision(++revision).build();
        products.add(product);
        currentProducts.put(product.getBarcode(), product);
        List.copyOf(referring).stream()
                .filter(variant -> variant.barcode().equals(product.getBarcode()))
                .forEach(this::refer);
    }

    /** Publishes that a scope's entry is a reference, if there is a product. */
    void refer(ScopedVariant variant) {
        ResolvedVariant product = currentProducts.get(variant.barcode());
        if (product != null) {
            referring.add(variant);
            ConsumerRecord<byte[], byte[]> stored =
                    CatalogInTest.reference(entryOffset++, variant, product.getRevision());
            add(new TopicRecord(variant, null, product, false, true, stored));
        }
    }

    /** All records of products, in the order in which they were published. */
    List<ResolvedVariant> products() {
        return products;
    }

    private void addEntry(ScopedVariant variant, @Nullable ResolvedVariant entry, boolean last) {
        ConsumerRecord<byte[], byte[]> stored = CatalogInTest.entry(entryOffset++, variant, entry);
        add(new TopicRecord(variant, null, entry, false, last, stored));
    }

    private void addListing(ScopedVariant variant, String sku, boolean listed) {
        ListingKey key = new ListingKey(variant.companyId(), variant.locationId(), sku);
        ConsumerRecord<byte[], byte[]> stored =
                CatalogInTest.listing(listingOffset++, key, listed ? variant.barcode() : null);
        add(new TopicRecord(variant, sku, null, listed, true, stored));
    }

    private void add(TopicRecord record) {
        eventTime.headers().forEach(record.stored().headers()::add);
        records.add(record);
        contents.add(record);
    }

    int size() {
        return records.size();
    }

    TopicRecord get(int index) {
        return records.get(index);
    }

    TopicContents contents() {
        return contents;
    }

    /** What the entries among the first records said, and the listings among the first of another number. */
    TopicContents contents(int entries, int listings) {
        TopicContents contents = new TopicContents();
        for (int i = 0; i < Math.max(entries, listings); i++) {
            if (i < (records.get(i).isEntry() ? entries : listings)) {
                contents.add(records.get(i));
            }
        }
        return contents;
    }

    /** What the store of one of the topics holds that has read the first of both topics' records. */
    List<ConsumerRecord<byte[], byte[]>> stored(boolean entries, int count) {
        return records.subList(0, count).stream()
                .filter(record -> record.isEntry() == entries)
                .map(TopicRecord::stored)
                .toList();
    }

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

    /** What some records of the two topics say together. */
    static final class TopicContents {

        private final Map<ScopedVariant, ResolvedVariant> entries = new HashMap<>();
        private final Map<ScopedVariant, Set<String>> skus = new HashMap<>();
        private final Map<ListingKey, ScopedVariant> listings = new HashMap<>();

        void add(TopicRecord record) {
            if (record.sku() == null) {
                if (record.entry() == null) {
                    entries.remove(record.variant());
                } else {
                    entries.put(record.variant(), record.entry());
                }
            } else {
                ScopedVariant before = listings.remove(record.listing());
                skus.getOrDefault(before, new HashSet<>()).remove(record.sku());
                if (record.listed()) {
                    listings.put(record.listing(), record.variant());
                    skus.computeIfAbsent(record.variant(), variant -> new HashSet<>())
                            .add(record.sku());
                }
            }
        }

        boolean isListed(ScopedVariant variant, String sku) {
            return skus.getOrDefault(variant, Set.of()).contains(sku);
        }

        /** What a scope lists, according to its own entry or its company's. */
        private @Nullable ResolvedVariant listed(ScopedVariant variant) {
            if (skus.getOrDefault(variant, Set.of()).isEmpty()) {
                return null;
            }
            ResolvedVariant own = entries.get(variant);
            return own == null ? entries.get(variant.atCompany()) : own;
        }

        /** The variants of which a partner should have something. */
        Set<ScopedVariant> shown(Catalog.Partner partner) {
            return skus.keySet().stream()
                    .filter(variant -> listed(variant) != null && partner.configuration(variant) != null)
                    .collect(Collectors.toSet());
        }

        /** The record that a partner should have of a variant, null if it should have none. */
        @Nullable
        String wanted(ScopedVariant variant, @Nullable ResolvedConfiguration configuration) {
            ResolvedVariant record = listed(variant);
            return record == null || configuration == null ? null : Catalog.json(variant, record, configuration);
        }

        /** What a partner should have: what batch-get would return for everything that is listed and allowed. */
        Map<ScopedVariant, String> wanted(Catalog.Partner partner) {
            Map<ScopedVariant, String> wanted = new HashMap<>();
            for (ScopedVariant variant : skus.keySet()) {
                String json = wanted(variant, partner.configuration(variant));
                if (json != null) {
                    wanted.put(variant, json);
                }
            }
            return wanted;
        }

        /** Fails unless a copy is what its partner should have. */
        void assertHas(Catalog.Partner partner, Map<ScopedVariant, String> copy) {
            Map<ScopedVariant, String> wanted = wanted(partner);
            Set<ScopedVariant> wrong = new HashSet<>(wanted.keySet());
            wrong.addAll(copy.keySet());
            wrong.removeIf(variant -> Objects.equals(wanted.get(variant), copy.get(variant)));
            assertThat(wrong)
                    .as("what %s lacks, has outdated or has too much", partner.id)
                    .isEmpty();
        }
    }
}
