package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.state.ComparisonProgress;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.ListedAndAcknowledged;
import dev.partnercatalog.webhook.state.Resync;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One scan, for a partner that requested a part again, or whose configuration of a company changed, and its position.
 * Not thread-safe: its {@link PartnerScans} confines it.
 */
final class Scan {

    private final long companyId;
    private final @Nullable Resync resync;
    private final @Nullable ComparisonProgress compared;
    private final long since;
    private @Nullable ScopedVariant after;
    private @Nullable ScopedVariant written;

    Scan(Resync resync) {
        this.companyId = resync.scope().companyId();
        this.resync = resync;
        this.compared = null;
        this.since = resync.since();
        this.after = resync.after();
    }

    Scan(long companyId, ComparisonProgress compared) {
        this.companyId = companyId;
        this.resync = null;
        this.compared = compared;
        this.since = compared.since();
        this.after = compared.after();
    }

    boolean isResync() {
        return resync != null;
    }

    /** When the scan began, in milliseconds since 1970. */
    long since() {
        return since;
    }

    /** The variant that was reached last, null if none was. */
    @Nullable
    ScopedVariant after() {
        return after;
    }

    void reached(ScopedVariant variant) {
        after = variant;
    }

    List<ListedAndAcknowledged> read(SinkState state, String partnerId, @Nullable ScopedVariant from, int rows) {
        return state.listedAndAcknowledgedAfter(
                partnerId, companyId, resync == null ? null : resync.barcode(), from, rows);
    }

    Scans.Look visit(ListedAndAcknowledged both, Scans.Visitor visitor) {
        return resync == null || resync.isOf(both.variant())
                ? visitor.visit(both, resync != null, since)
                : Scans.Look.SAME;
    }

    /** Writes how far it has got, unless that is written. */
    void write(SinkState state, String partnerId) {
        if (after == null || after.equals(written)) {
            return;
        }
        written = after;
        if (resync != null) {
            state.putResync(partnerId, resync.upTo(after));
        } else if (compared != null) {
            state.putCompared(partnerId, companyId, compared.upTo(after));
        }
    }

    void writeEnd(SinkState state, String partnerId) {
        if (resync != null) {
            state.deleteResync(partnerId, resync.number());
        } else if (compared != null) {
            if (compared.fingerprint().equals(Hash.NONE)) {
                state.deleteCompared(partnerId, companyId);
            } else {
                state.putCompared(partnerId, companyId, compared.whole());
            }
        }
    }
}
