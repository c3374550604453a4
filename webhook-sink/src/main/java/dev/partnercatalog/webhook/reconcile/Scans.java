package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.Partition;
import dev.partnercatalog.webhook.state.PartnerRow;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.state.SinkState.ListedAndAcknowledged;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What has yet to be compared for a partner, whatever changes, in this order. Not thread-safe: its {@link Feed} confines
 * it.
 */
final class Scans {

    private final List<Scan> scans = new ArrayList<>();

    /** The number of the newest request for a resync that is known. */
    private long resyncs;

    Scans(PartnerRow row) {
        this.resyncs = row.resyncs();
        row.scans().forEach(scan -> scans.add(new Scan(scan)));
    }

    List<Scan> all() {
        return Collections.unmodifiableList(scans);
    }

    List<PartnerRow.Scan> rows() {
        return scans.stream().map(Scan::row).toList();
    }

    long resyncs() {
        return resyncs;
    }

    /** The scan that goes on; null if none does. */
    @Nullable
    Scan next() {
        for (Scan scan : scans) {
            if (!scan.isRead()) {
                return scan;
            }
        }
        return null;
    }

    void compareAll(long now) {
        scans.removeIf(scan -> !scan.isResync());
        scans.add(new Scan(PartnerRow.Scan.comparing(0, now)));
    }

    void compareWhatDiffers(Subscriber before, Subscriber after, Partition partition, long now) {
        for (long company : Subscriber.differingCompanies(before, after)) {
            if (partition.has(company)) {
                scans.removeIf(scan -> scan.isOf(company));
                // What it may not see any more comes first.
                int at = after.company(company) == null ? 0 : scans.size();
                scans.add(at, new Scan(PartnerRow.Scan.comparing(company, now)));
            }
        }
    }

    /** What the partner requests again is scanned (D32). */
    void request(Subscriber of, Partition partition, long now) {
        long known = resyncs;
        resyncs = Math.max(known, 0);
        for (ScopedResync request : of.resyncs()) {
            resyncs = Math.max(resyncs, request.getNumber());
        }
        if (known == PartnerRow.NO_RESYNC) {
            return; // A new partner is sent everything anyway.
        }
        if (!of.resyncs().isEmpty() && of.resyncs().get(0).getNumber() > known + 1) {
            // More requests were made than are kept, and it isn't known which parts the missing ones asked for.
            scans.add(new Scan(new PartnerRow.Scan(resyncs, 0, 0, null, now, null)));
            return;
        }
        of.resyncs().stream()
                .filter(request -> request.getNumber() > known)
                .filter(request -> partition.has(request.getScope().getCompanyId()))
                .forEach(request -> {
                    ResyncScope part = request.getScope();
                    long location = part.getLocationId() == null ? 0 : part.getLocationId();
                    scans.add(new Scan(new PartnerRow.Scan(
                            request.getNumber(), part.getCompanyId(), location, part.getBarcode(), now, null)));
                });
    }

    void settled(ScopedVariant variant) {
        scans.forEach(scan -> scan.settled(variant));
    }

    void removeDone() {
        scans.removeIf(Scan::isDone);
    }

    void clear() {
        scans.clear();
    }

    /**
     * A part of the catalog that is read side by side with what a partner has, and how far that has got: it has passed what is
     * settled. Not thread-safe: its {@link Feed} confines it.
     */
    static final class Scan {

        private final PartnerRow.Scan part;
        private final NavigableSet<ScopedVariant> unsettled = new TreeSet<>();
        private @Nullable ScopedVariant next;
        private boolean read;
        /** Whether it has reached what must be sent, while nothing may be. */
        boolean stuck;

        Scan(PartnerRow.Scan part) {
            this.part = part;
            this.next = part.next() == null ? null : part.next().variant();
        }

        /** What is asked for, and how far it is settled. */
        PartnerRow.Scan row() {
            return part.at(unsettled.isEmpty() ? next : unsettled.first());
        }

        /** When it began, in milliseconds since 1970. */
        long since() {
            return part.since();
        }

        /** Whether it sends what it reaches even if the partner has it. */
        boolean isResync() {
            return part.resync() != 0;
        }

        boolean isOf(long companyId) {
            return part.companyId() == companyId && !isResync();
        }

        boolean isRead() {
            return read;
        }

        boolean isDone() {
            return read && unsettled.isEmpty();
        }

        void unsettled(ScopedVariant variant) {
            unsettled.add(variant);
        }

        void settled(ScopedVariant variant) {
            unsettled.remove(variant);
        }

        void passed(ScopedVariant variant) {
            next = after(variant);
        }

        /** Where to go on after a variant. */
        static ScopedVariant after(ScopedVariant variant) {
            return variant.at(Scope.of(variant.companyId(), variant.locationId() + 1));
        }

        /** The next rows, at most {@code limit}; none at the end of a company, or of the scan, which then {@link #isRead}. */
        List<ListedAndAcknowledged> read(SinkState state, Subscriber subscriber, Partition partition, int limit) {
            boolean isOfAll = part.companyId() == 0;
            OptionalLong company = isOfAll ? company(state, subscriber, partition) : OptionalLong.of(part.companyId());
            if (company.isEmpty()) {
                read = true;
                return List.of();
            }
            long companyId = company.getAsLong();
            ScopedVariant from = next != null && next.companyId() == companyId ? next : null;
            List<ListedAndAcknowledged> rows =
                    state.listedAndAcknowledged(subscriber.partnerId(), companyId, part.barcode(), from, limit);
            if (rows.isEmpty() && isOfAll) {
                next = new ScopedVariant(Scope.of(companyId + 1, 0), "");
            } else if (rows.isEmpty()) {
                read = true;
            }
            return rows;
        }

        /** The next company that the partner may see, or of which it may have something. */
        private OptionalLong company(SinkState state, Subscriber subscriber, Partition partition) {
            long from = next == null ? 0 : next.companyId();
            LongStream visible = subscriber.companies().ids().filter(id -> id >= from && partition.has(id));
            return LongStream.concat(visible.limit(1), state.acknowledgedCompany(subscriber.partnerId(), from).stream())
                    .min();
        }

        boolean contains(ScopedVariant variant) {
            return part.locationId() == 0 || part.locationId() == variant.locationId();
        }
    }
}
