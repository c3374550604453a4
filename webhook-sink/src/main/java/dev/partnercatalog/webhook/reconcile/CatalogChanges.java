package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.EntryRecords;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.state.Progress;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes changes of the catalog: puts them into what the task keeps of it, and marks what may be due from them. Each of
 * the two says for itself how far it has read. After a kill one of them may be ahead of the other: a record that only one
 * reflects goes to the other alone. Confined to the task's thread.
 */
public final class CatalogChanges {

    private final SinkCatalog kept;
    private final Progress entries;
    private final Progress listings;
    private final Configurations configurations;
    private final Scans scans;
    private final PartnerQueues queues;
    private final ChangeMarks marks;

    CatalogChanges(SinkState state, Configurations configurations, Scans scans, PartnerQueues queues) {
        this.kept = state.catalog();
        this.entries = new Progress(state, kept.entries());
        this.listings = new Progress(state, kept.listings());
        this.configurations = configurations;
        this.scans = scans;
        this.queues = queues;
        this.marks = new ChangeMarks(state, configurations, queues);
    }

    /**
     * An entry changed. A company's entry applies at each location that has none of its own.
     *
     * @param variant the variant, at the scope of the entry
     * @param record the entry's record, null if the scope has no entry any more
     * @param offset offset of the record in its topic
     * @param time the time in milliseconds since 1970
     * @param eventTime of the event that made the change
     */
    public void entryChanged(
            ScopedVariant variant, byte @Nullable [] record, long offset, long time, PublicationTime eventTime) {
        boolean again = entries.readsAgain(offset);
        kept.entries().put(variant, record, offset);
        if (!again) {
            marks.mark(EntryRecords.concerned(variant), time, eventTime);
            entries.applied(offset);
        }
    }

    /**
     * An entry changed, but its record can't be read. Partners keep what they have. It keeps its place: a location's entry
     * must not give way to its company's.
     */
    public void entryUnreadable(ScopedVariant variant, byte @Nullable [] record, long offset) {
        var unused = entries.readsAgain(offset);
        kept.entries().put(variant, record, offset);
    }

    /**
     * A listing changed.
     *
     * @param barcode null if the SKU is no longer listed
     * @param offset offset of the record in its topic
     * @param time the time in milliseconds since 1970
     * @param eventTime of the event that made the change
     */
    public void listingChanged(
            ListingKey listing, @Nullable String barcode, long offset, long time, PublicationTime eventTime) {
        boolean again = listings.readsAgain(offset);
        if (kept.listings().holds(offset)) {
            if (!again) {
                // A kill took what followed from it, but not the listing: the barcode before it isn't known any more.
                configurations.compareOnce(listing.companyId(), time);
                scans.partners().forEach(queues::of);
            }
        } else {
            List<ScopedVariant> changed = kept.listings().put(listing, barcode, offset);
            if (!again) {
                changed.forEach(variant -> marks.mark(variant, time, eventTime));
            }
        }
        if (!again) {
            listings.applied(offset);
        }
    }

    /**
     * Whether what the task keeps of the catalog and what its state reflects are the same. Nothing may be examined before,
     * or what came first would follow what came later.
     */
    public boolean isCaughtUp() {
        return entries.isCaughtUp() && listings.isCaughtUp();
    }

    /** Has what waited for a product examined. */
    void takeArrivals() {
        for (String barcode = kept.entries().pollArrived();
                barcode != null;
                barcode = kept.entries().pollArrived()) {
            queues.arrived(barcode);
        }
    }

    /** A record was processed, whatever it is. */
    public void passed(CatalogTopic topic, long offset) {
        (topic == CatalogTopic.SKU_BARCODES ? listings : entries).passed(offset);
    }

    /** Writes how far the topics were read: once for many records, because each write is logged. */
    public void note() {
        entries.write();
        listings.write();
    }

    /** Everything written so far is durable. */
    void committed() {
        entries.committed();
        listings.committed();
    }
}
