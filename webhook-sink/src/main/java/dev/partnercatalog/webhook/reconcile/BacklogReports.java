package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.webhook.state.Backlog;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.IsolatedRecords;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reports how much is due to each partner here, and which records are isolated, once a second if it changed, and a last time when nothing is due any
 * more. That something was reported is itself recorded first, so that the report is corrected even after a crash.
 */
final class BacklogReports {

    private static final long PAUSE_MS = 1_000;

    private record LastReport(
            long due, @Nullable Long oldest, long isolated, List<IsolatedRecord> some, long heldRemovals) {
        static final LastReport NOTHING = new LastReport(0, null, 0, List.of(), 0);
    }

    private final SinkState state;
    private final Configurations configurations;
    private final RemovalGuard removals;
    private final BacklogLog log;
    private final int partition;
    private final Set<String> reported;
    private final Map<String, LastReport> lastReports = new HashMap<>();
    private final List<String> ready = new ArrayList<>();
    private final Queue<String> takenBack = new ConcurrentLinkedQueue<>();
    private long next = Long.MIN_VALUE;

    BacklogReports(
            SinkState state, Configurations configurations, RemovalGuard removals, BacklogLog log, int partition) {
        this.state = state;
        this.configurations = configurations;
        this.removals = removals;
        this.log = log;
        this.partition = partition;
        this.reported = new HashSet<>(state.reported());
    }

    /** Checks what has changed, if it is time to. */
    void tick(long now) {
        if (now < next) {
            return;
        }
        next = now + PAUSE_MS;
        for (String partnerId = takenBack.poll(); partnerId != null; partnerId = takenBack.poll()) {
            if (lastReports.remove(partnerId, LastReport.NOTHING)) {
                reported.remove(partnerId);
                state.deleteReported(partnerId);
            }
        }
        // What was sent within the second in which it arrived needn't be reported.
        ready.clear();
        ready.addAll(reported);
        for (String partnerId : state.backlogs().partners()) {
            if (current(partnerId).due() > 0 && reported.add(partnerId)) {
                state.putReported(partnerId);
                ready.add(partnerId);
            }
        }
    }

    /** Everything written so far is durable: what is ready may be reported. */
    void committed(long now) {
        for (String partnerId : ready) {
            LastReport current = current(partnerId);
            if (!current.equals(lastReports.put(partnerId, current))) {
                log.publish(
                        new WebhookBacklog(
                                partnerId,
                                partition,
                                current.due(),
                                current.oldest(),
                                now,
                                current.isolated(),
                                current.some(),
                                current.heldRemovals()),
                        current.due() == 0 ? () -> takenBack.add(partnerId) : () -> {});
            }
        }
        ready.clear();
    }

    /** If no webhooks go to a partner, nothing counts as due. */
    private LastReport current(String partnerId) {
        Backlog backlog =
                configurations.of(partnerId) == null ? null : state.backlogs().of(partnerId);
        if (backlog == null) {
            return LastReport.NOTHING;
        }
        IsolatedRecords isolated = state.marks().isolated(partnerId);
        return new LastReport(
                backlog.count(),
                backlog.oldest(),
                isolated.count(),
                isolated.some().stream().map(BacklogReports::record).toList(),
                removals.held(partnerId));
    }

    private static IsolatedRecord record(IsolatedRecords.Isolated isolated) {
        Due due = isolated.due();
        return new IsolatedRecord(
                isolated.variant().companyId(),
                isolated.variant().locationId(),
                isolated.variant().barcode(),
                due.isolatedSince(),
                due.refusals(),
                due.refused() == null ? "" : due.refused().outcome());
    }
}
