package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.state.PartnerRow;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.state.SinkState.ListedAndAcknowledged;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A part of the catalog that is read side by side with what a partner has, and how far that has got: it has passed what is
 * settled. Not thread-safe: its {@link Feed} confines it.
 */
final class Scan {

    private final PartnerRow.Scan part;
    private final NavigableSet<ScopedVariant> unsettled = new TreeSet<>();
    private @Nullable ScopedVariant next;
    private boolean read;
    private boolean stuck;

    Scan(PartnerRow.Scan part) {
        this.part = part;
        this.next = part.from();
    }

    static Scan ofCompany(long companyId, long since) {
        return new Scan(new PartnerRow.Scan(0, companyId, 0, null, since, null));
    }

    static Scan ofAll(long since) {
        return new Scan(new PartnerRow.Scan(0, 0, 0, null, since, null));
    }

    /** What is asked for, and how far it is settled. */
    PartnerRow.Scan row() {
        return new PartnerRow.Scan(
                part.resync(),
                part.companyId(),
                part.locationId(),
                part.barcode(),
                part.since(),
                unsettled.isEmpty() ? next : unsettled.first());
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

    /** It has reached what must be sent, while nothing may be. */
    void stuck() {
        stuck = true;
    }

    boolean isStuck() {
        return stuck;
    }

    void goOn() {
        stuck = false;
    }

    void passed(ScopedVariant variant) {
        next = variant.at(Scope.of(variant.companyId(), variant.locationId() + 1));
    }

    /** The next rows, at most {@code limit}; none at the end of a company, or of the scan, which then {@link #isRead}. */
    List<ListedAndAcknowledged> read(SinkState state, Subscriber subscriber, Partition partition, int limit) {
        String partnerId = subscriber.partnerId();
        boolean isOfAll = part.companyId() == 0;
        OptionalLong company = isOfAll ? company(state, subscriber, partition) : OptionalLong.of(part.companyId());
        if (company.isEmpty()) {
            read = true;
            return List.of();
        }
        long companyId = company.getAsLong();
        List<ListedAndAcknowledged> rows = state.listedAndAcknowledged(
                partnerId,
                companyId,
                part.barcode(),
                next != null && next.companyId() == companyId ? next : null,
                limit);
        if (rows.size() < limit) {
            // The rest of the company is here; the rows are passed one by one.
            read = !isOfAll && rows.isEmpty();
            if (isOfAll && rows.isEmpty()) {
                next = new ScopedVariant(Scope.of(companyId + 1, 0), "");
            }
        }
        return rows;
    }

    private OptionalLong company(SinkState state, Subscriber subscriber, Partition partition) {
        long from = next == null ? 0 : next.companyId();
        OptionalLong visible = subscriber
                .companies()
                .ids()
                .filter(id -> id >= from)
                .filter(partition::has)
                .findFirst();
        OptionalLong acknowledged = state.acknowledgedCompany(subscriber.partnerId(), from);
        if (visible.isEmpty() || acknowledged.isEmpty()) {
            return visible.isEmpty() ? acknowledged : visible;
        }
        return OptionalLong.of(Math.min(visible.getAsLong(), acknowledged.getAsLong()));
    }

    boolean contains(ScopedVariant variant) {
        return part.locationId() == 0 || part.locationId() == variant.locationId();
    }
}
