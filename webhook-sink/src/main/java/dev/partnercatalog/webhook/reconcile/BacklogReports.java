package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.webhook.state.PartnerRow;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports how much is due to each partner here, and which records are isolated, once a second if it changed. A task that
 * begins reports it for each partner that is known: another instance may have said something else before. Confined to the
 * task's thread.
 */
final class BacklogReports {

    private static final long PAUSE_MS = 1_000;

    private final Consumer<WebhookBacklog> log;
    private final int partition;
    private final Map<Feed, @Nullable WebhookBacklog> last = new HashMap<>();
    private final Set<Feed> ready = new LinkedHashSet<>();
    private long next = Long.MIN_VALUE;

    BacklogReports(Consumer<WebhookBacklog> log, int partition) {
        this.log = log;
        this.partition = partition;
    }

    /** What another instance may have reported of a partner isn't known. */
    void known(Feed feed) {
        last.put(feed, null);
    }

    void tick(Iterable<Feed> feeds, long now) {
        if (now < next) {
            return;
        }
        next = now + PAUSE_MS;
        for (Feed feed : feeds) {
            // What is sent within the second in which it became due isn't worth a report.
            if (last.containsKey(feed) || feed.due() > 0) {
                ready.add(feed);
            }
        }
    }

    /** Everything written so far is durable: what is ready may be reported. */
    void committed(long now) {
        for (Feed feed : ready) {
            WebhookBacklog report = report(feed);
            if (!report.equals(last.put(feed, report))) {
                log.accept(WebhookBacklog.newBuilder(report).setUpdatedAt(now).build());
            }
        }
        ready.clear();
    }

    /** How much is due, without the time. */
    private WebhookBacklog report(Feed feed) {
        long due = feed.due();
        if (due == 0) {
            return new WebhookBacklog(feed.partnerId, partition, 0L, null, 0L, 0L, List.of(), 0L, false);
        }
        PartnerRow.Hold hold = feed.hold();
        boolean isHeld = hold != null && !hold.released();
        return new WebhookBacklog(
                feed.partnerId,
                partition,
                due,
                feed.oldest(),
                0L,
                feed.deferrals.isolated(),
                feed.deferrals.oldestIsolated(),
                isHeld ? Math.max(1, feed.deferrals.held()) : 0L,
                feed.isComparing());
    }
}
