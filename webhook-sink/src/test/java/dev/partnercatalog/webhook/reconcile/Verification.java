package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.EntryRecords;
import dev.partnercatalog.webhook.state.Acknowledged;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.PartnerRows;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares what a partner has of one partition's variants, according to the sink, with what it should have according to
 * the catalog's own topics (D24). It takes what the sink wrote, then the listings, then the entries, each in the order
 * in which they were written. It assumes nothing about what the sink derived from its sources: that is what it
 * verifies.
 *
 * <p>The tests' oracle: whatever differs has to be in doubt, deferred, ahead of a scan, or after the partner's cursor. Not
 * thread-safe.
 */
final class Verification {

    private final Subscriber subscriber;
    private final ScopeViews views = new ScopeViews();
    private final PartnerRows rows;
    private final Map<ListingKey, String> barcodes = new HashMap<>();
    private final TreeMap<ScopedVariant, Integer> listed = new TreeMap<>();
    private final Map<ScopedVariant, @Nullable Hash> ofCompanies = new HashMap<>();

    /** A location's entry hides the company's even if the partner gets nothing of it. */
    private final Map<ScopedVariant, @Nullable Hash> ofLocations = new HashMap<>();

    /** The products' records that entries refer to, by barcode and entry. */
    private final Map<String, Map<ScopedVariant, Long>> references = new HashMap<>();

    private final Unsettled unread = new Unsettled();
    private final Unsettled awaited = new Unsettled();

    /** How what a partner has of a variant compares with what it should have. */
    enum Finding {
        /** It has the record that it should have. */
        AGREES,
        /** It is known that the two may differ, and the sink has yet to examine the variant or to send it. */
        DUE,
        /** A message with the variant is in flight, or may have got through without our knowing. */
        IN_DOUBT,
        /** It has another record, or received it at another endpoint, and nothing is due. */
        DIFFERS,
        /** It lacks a record, and nothing is due. */
        MISSING,
        /** It has a record that it shouldn't have, and nothing is due. */
        EXTRA
    }

    /**
     * Starts a verification.
     *
     * @param rows everything that the sink wrote
     */
    Verification(Subscriber subscriber, PartnerRows rows) {
        this.subscriber = subscriber;
        this.rows = rows;
    }

    /**
     * Adds the next listing.
     *
     * @param barcode null if the SKU is no longer listed
     * @param offset offset of the record in its topic
     */
    void listing(ListingKey listing, @Nullable String barcode, long offset) {
        ScopedVariant scope = variant(listing, "");
        if (subscriber.configuration(scope) == null) {
            return; // The partner has nothing there, or it is already due that it still has something.
        }
        String before = barcode == null ? barcodes.remove(listing) : barcodes.put(listing, barcode);
        if (before != null) {
            listed.computeIfPresent(variant(listing, before), (variant, count) -> count == 1 ? null : count - 1);
        }
        if (barcode != null) {
            listed.merge(variant(listing, barcode), 1, Integer::sum);
        }
        if (!rows.hasRead(CatalogTopic.SKU_BARCODES, offset)) {
            if (before == null) {
                unread.addAnyOf(listing); // The sink knows what it was; the topic may not.
            } else {
                unread.add(variant(listing, before));
            }
            if (barcode != null) {
                unread.add(variant(listing, barcode));
            }
        }
    }

    private static ScopedVariant variant(ListingKey listing, String barcode) {
        return new ScopedVariant(Scope.of(listing.companyId(), listing.locationId()), barcode);
    }

    /**
     * Adds the next entry, once all listings are known.
     *
     * @param variant the variant, at the scope of the entry
     * @param image null if the scope has no entry any more
     * @param offset offset of the record in its topic
     */
    void entry(ScopedVariant variant, byte @Nullable [] image, long offset) {
        references.computeIfPresent(variant.barcode(), (barcode, all) -> {
            all.remove(variant);
            awaited.remove(EntryRecords.concerned(variant));
            return all.isEmpty() ? null : all;
        });
        put(variant, image);
        ScopedVariant concerned = EntryRecords.concerned(variant);
        if (!rows.hasRead(CatalogTopic.COMPANY_VARIANTS, offset)) {
            unread.add(concerned);
        }
    }

    /**
     * Adds the next entry, which refers to a record of its product.
     *
     * @param product the revision of that record
     * @param offset offset of the entry's record in its topic
     */
    void reference(ScopedVariant variant, long product, long offset) {
        entry(variant, null, offset);
        if (variant.scope().isCompany() ? !scopes(variant).isEmpty() : listed.containsKey(variant)) {
            references
                    .computeIfAbsent(variant.barcode(), barcode -> new HashMap<>())
                    .put(variant, product);
            awaited.add(EntryRecords.concerned(variant));
        }
    }

    /**
     * Adds the next record of a product that entries refer to, once all entries are known. Entries that refer to another
     * record count as not read yet: the sink waits as well.
     *
     * @param image null if the product is gone, or its record can't be read
     */
    void product(String barcode, long revision, byte @Nullable [] image) {
        references.getOrDefault(barcode, Map.of()).forEach((variant, wantedRevision) -> {
            boolean here = image != null && wantedRevision == revision;
            put(variant, here ? image : null);
            if (here) {
                awaited.remove(EntryRecords.concerned(variant));
            } else {
                awaited.add(EntryRecords.concerned(variant));
            }
        });
    }

    private void put(ScopedVariant variant, byte @Nullable [] image) {
        if (variant.scope().isCompany()) {
            for (ScopedVariant scope : scopes(variant)) {
                put(ofCompanies, scope, image);
            }
        } else if (listed.containsKey(variant)) {
            put(ofLocations, variant, image);
        }
    }

    private void put(Map<ScopedVariant, @Nullable Hash> contents, ScopedVariant scope, byte @Nullable [] image) {
        if (image == null) {
            contents.remove(scope);
        } else {
            contents.put(scope, Comparison.content(subscriber, views, scope, image));
        }
    }

    /** The scopes of the company that list its variant. */
    private Set<ScopedVariant> scopes(ScopedVariant ofCompany) {
        return ofCompany.allIn(listed).keySet();
    }

    /**
     * Visits each variant that the partner has or should have, in order; variants without a finding are left
     * out.
     */
    void forEach(BiConsumer<ScopedVariant, Finding> visit) {
        NavigableSet<ScopedVariant> all = new TreeSet<>(ofCompanies.keySet());
        all.addAll(ofLocations.keySet());
        all.addAll(rows.acknowledged());
        for (ScopedVariant variant : all) {
            Finding finding = finding(variant);
            if (finding != null) {
                visit.accept(variant, finding);
            }
        }
    }

    private @Nullable Hash should(ScopedVariant variant) {
        return ofLocations.containsKey(variant) ? ofLocations.get(variant) : ofCompanies.get(variant);
    }

    /** Null if the partner has nothing and should have nothing. */
    private @Nullable Finding finding(ScopedVariant variant) {
        Hash should = should(variant);
        Acknowledged acknowledged = rows.acknowledged(variant);
        if (should == null && !acknowledged.mayHaveAny()) {
            return null;
        }
        Acknowledged.Receipt has = acknowledged.known(subscriber.endpointVersion());
        if (has != null && has.content().equals(should)) {
            return Finding.AGREES;
        }
        if (acknowledged.inDoubt()) {
            return Finding.IN_DOUBT;
        }
        if (rows.isDeferred(variant) || isUnread(variant) || isAheadOfScan(variant)) {
            return Finding.DUE;
        }
        if (should == null) {
            return Finding.EXTRA;
        }
        return acknowledged.accepted() == null ? Finding.MISSING : Finding.DIFFERS;
    }

    private boolean isUnread(ScopedVariant variant) {
        return unread.has(variant) || awaited.has(variant);
    }

    /** Whether the sink will reach the variant by itself. */
    private boolean isAheadOfScan(ScopedVariant variant) {
        return rows.isAheadOfScan(variant, subscriber.companies().fingerprint())
                || subscriber.resyncs().stream().anyMatch(request -> request.getNumber() > rows.resyncs());
    }
}
