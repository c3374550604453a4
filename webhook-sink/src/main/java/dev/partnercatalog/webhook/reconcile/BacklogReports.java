package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.webhook.state.Backlog;
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
 * Tells others how much is due to each partner here, once a second where it changed, and a last time when nothing is any
 * more. That something was told is written down before, so that after a crash too it is taken back.
 */
final class BacklogReports {

    private static final long PAUSE_MS = 1_000;

    private record Told(long due, @Nullable Long oldest) {
        static final Told NOTHING = new Told(0, null);
    }

    private final SinkState state;
    private final Configurations configurations;
    private final BacklogLog log;
    private final int partition;
    private final Set<String> reported;
    private final Map<String, Told> told = new HashMap<>();
    private final List<String> ready = new ArrayList<>();
    private final Queue<String> takenBack = new ConcurrentLinkedQueue<>();
    private long next = Long.MIN_VALUE;

    BacklogReports(SinkState state, Configurations configurations, BacklogLog log, int partition) {
        this.state = state;
        this.configurations = configurations;
        this.log = log;
        this.partition = partition;
        this.reported = new HashSet<>(state.reported());
    }

    /** Looks at what has changed, if it is time to. */
    void tick(long now) {
        if (now < next) {
            return;
        }
        next = now + PAUSE_MS;
        for (String partnerId = takenBack.poll(); partnerId != null; partnerId = takenBack.poll()) {
            if (told.remove(partnerId, Told.NOTHING)) {
                reported.remove(partnerId);
                state.deleteReported(partnerId);
            }
        }
        // What was sent on within the second that it came in needn't be told.
        ready.clear();
        ready.addAll(reported);
        for (String partnerId : state.backlogs().partners()) {
            if (current(partnerId).due() > 0 && reported.add(partnerId)) {
                state.putReported(partnerId);
                ready.add(partnerId);
            }
        }
    }

    /** All that was written so far is safe: what is ready may be told. */
    void committed(long now) {
        for (String partnerId : ready) {
            Told current = current(partnerId);
            if (!current.equals(told.put(partnerId, current))) {
                log.publish(
                        new WebhookBacklog(partnerId, partition, current.due(), current.oldest(), now),
                        current.due() == 0 ? () -> takenBack.add(partnerId) : () -> {});
            }
        }
        ready.clear();
    }

    /** Where no webhooks go to a partner nothing counts as due. */
    private Told current(String partnerId) {
        Backlog backlog =
                configurations.of(partnerId) == null ? null : state.backlogs().of(partnerId);
        return backlog == null ? Told.NOTHING : new Told(backlog.count(), backlog.oldest());
    }
}
