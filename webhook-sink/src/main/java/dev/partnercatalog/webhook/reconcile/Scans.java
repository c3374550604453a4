package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.state.PartnerRow;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
        scans.add(Scan.ofAll(now));
    }

    /** The companies of which the partner sees something else than before are compared. */
    void compareWhatDiffers(Subscriber before, Subscriber after, Partition partition, long now) {
        for (long company : Subscriber.differingCompanies(before, after)) {
            if (partition.has(company)) {
                scans.removeIf(scan -> scan.isOf(company));
                // What it may not see any more comes first.
                scans.add(after.company(company) == null ? 0 : scans.size(), Scan.ofCompany(company, now));
            }
        }
    }

    /** The partner is sent everything anyway: what it has requested so far is done with that. */
    void passRequests(Subscriber of) {
        resyncs = newest(of);
    }

    /** What the partner requests again is scanned (D32). */
    void request(Subscriber of, Partition partition, long now) {
        long known = resyncs;
        resyncs = Math.max(known, newest(of));
        if (!of.resyncs().isEmpty() && of.resyncs().get(0).getNumber() > known + 1) {
            // More requests were made than are kept, and it isn't known which parts the missing ones asked for.
            scans.add(new Scan(new PartnerRow.Scan(resyncs, 0, 0, null, now, null)));
            return;
        }
        of.resyncs().stream()
                .filter(request -> request.getNumber() > known)
                .filter(request -> partition.has(request.getScope().getCompanyId()))
                .forEach(request -> {
                    long company = request.getScope().getCompanyId();
                    Long location = request.getScope().getLocationId();
                    scans.add(new Scan(new PartnerRow.Scan(
                            request.getNumber(),
                            company,
                            location == null ? 0 : location,
                            request.getScope().getBarcode(),
                            now,
                            null)));
                });
    }

    private static long newest(Subscriber of) {
        return of.resyncs().stream()
                .mapToLong(resync -> resync.getNumber())
                .max()
                .orElse(0);
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
}
