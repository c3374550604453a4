package dev.partnercatalog.webhook.delivery;

import java.util.EnumMap;
import java.util.Map;

/**
 * Limits the messages that a process may have in flight or ready, and so the memory they hold. Endpoints that have not
 * answered well recently share half of the slots, and those whose last attempt failed get no more than a quarter, so that
 * however many of them hang, those that answer find room, and so do those that haven't been tried yet. An eighth is only
 * for the latter, because endpoints that have answered may all hang at once too. Resends leave a quarter to recent
 * changes. A message that is only made ready takes a slot from no more than the first half, or the first three quarters
 * if it is a recent change. Thread-safe.
 */
final class AttemptSlots {

    /** What an endpoint's recent attempts say about the next one. */
    enum Standing {
        /** It has accepted messages, and its last attempt didn't fail. */
        PROVEN,
        /** It hasn't been tried lately. */
        NEW,
        /** Its last attempt failed. */
        FAILING
    }

    private final int places;
    private final Map<Standing, Integer> byStanding = new EnumMap<>(Standing.class);
    private int taken;
    private int backlog;

    AttemptSlots(int places) {
        this.places = places;
    }

    /**
     * Takes a slot. Returns whether one was free.
     *
     * @param ahead whether the message is made ready while another one for its endpoint is in flight
     */
    synchronized boolean take(Priority priority, Standing standing, boolean ahead) {
        int failing = taken(Standing.FAILING);
        int unknown = taken(Standing.NEW);
        boolean full = taken >= places
                || (ahead && taken >= (priority == Priority.LIVE ? places - places / 4 : places / 2))
                || (standing != Standing.PROVEN && unknown + failing >= places / 2)
                || (standing == Standing.FAILING && failing >= Math.max(1, places / 4))
                || (standing != Standing.NEW && taken - unknown >= places - places / 8)
                || (priority == Priority.BACKLOG && backlog >= places - places / 4);
        if (!full) {
            count(priority, standing, 1);
        }
        return !full;
    }

    synchronized void leave(Priority priority, Standing standing) {
        count(priority, standing, -1);
    }

    private void count(Priority priority, Standing standing, int change) {
        taken += change;
        byStanding.merge(standing, change, Integer::sum);
        backlog += priority == Priority.BACKLOG ? change : 0;
    }

    private int taken(Standing standing) {
        return byStanding.getOrDefault(standing, 0);
    }

    synchronized int taken() {
        return taken;
    }
}
