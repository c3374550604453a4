package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The queues of a task's partners, and the order in which partners take turns. Confined to the task's thread. */
final class PartnerQueues {

    private final SinkState state;
    private final ReconcileLimits limits;
    private final Map<String, DueQueue> queues = new LinkedHashMap<>();
    private final Set<String> turns = new LinkedHashSet<>();

    PartnerQueues(SinkState state, ReconcileLimits limits) {
        this.state = state;
        this.limits = limits;
    }

    /** The queue of a partner, which gets a turn when messages are formed next. */
    DueQueue of(String partnerId) {
        turns.add(partnerId);
        return queues.computeIfAbsent(partnerId, id -> new DueQueue(id, state, limits));
    }

    /** A product has arrived: what waits for it is examined. */
    void arrived(String barcode) {
        queues.forEach((partnerId, queue) -> {
            for (ScopedVariant marked : queue.awaited().take(barcode)) {
                turns.add(partnerId);
                queue.markedLive(marked);
            }
        });
    }

    /** Gives each partner with a queue a turn. */
    void giveAllTurns() {
        turns.addAll(queues.keySet());
    }

    /** The number of partners with a turn. */
    int turns() {
        return turns.size();
    }

    /** Takes the turn of the partner that has waited longest. There must be one. */
    String takeTurn() {
        Iterator<String> first = turns.iterator();
        String partnerId = first.next();
        first.remove();
        return partnerId;
    }

    void withdrawTurn(String partnerId) {
        turns.remove(partnerId);
    }
}
