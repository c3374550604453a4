package dev.partnercatalog.webhook.delivery;

/**
 * The messages that a process may have under way or ready, which bounds the memory they hold. Endpoints that have not
 * answered well lately share half of it, so that however many of them hang, those that answer find room. What is resent
 * leaves a quarter to what has just changed. What is only made ready takes no more than the first half, or the first three
 * quarters if it has just changed. Thread-safe.
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
     * Returns whether there was a place.
     *
     * @param ahead whether the message is made ready while another of its endpoint is under way
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
