package dev.partnercatalog.webhook.delivery;

/**
 * Limits the messages that a process may have in flight or ready, and so the memory they hold. Endpoints that have not
 * answered well recently share half of the slots, so that however many of them hang, those that answer find room.
 * Resends leave a quarter to recent changes. A message that is only made ready takes a slot from no more than the first
 * half, or the first three quarters if it is a recent change. Thread-safe.
 */
final class AttemptSlots {

    private final int places;
    private int taken;
    private int unproven;
    private int backlog;

    AttemptSlots(int places) {
        this.places = places;
    }

    /**
     * Takes a slot. Returns whether one was free.
     *
     * @param ahead whether the message is made ready while another one for its endpoint is in flight
     */
    synchronized boolean take(Lane lane, boolean proven, boolean ahead) {
        boolean full = taken >= places
                || (ahead && taken >= (lane == Lane.LIVE ? places - places / 4 : places / 2))
                || (!proven && unproven >= places / 2)
                || (lane == Lane.BACKLOG && backlog >= places - places / 4);
        if (!full) {
            count(lane, proven, 1);
        }
        return !full;
    }

    synchronized void leave(Lane lane, boolean proven) {
        count(lane, proven, -1);
    }

    private void count(Lane lane, boolean proven, int change) {
        taken += change;
        unproven += proven ? 0 : change;
        backlog += lane == Lane.BACKLOG ? change : 0;
    }

    synchronized int taken() {
        return taken;
    }
}
