package dev.partnercatalog.webhook.delivery;

/**
 * How many attempts may be under way at one endpoint: one to begin with and after a failure, one more for each success.
 * Not thread-safe: its {@link EndpointInUse} guards it.
 */
final class Window {

    private final int widest;
    private int width = 1;
    private int inFlight;
    private boolean refusedInFlight;

    Window(int widest) {
        this.widest = widest;
    }

    /** Returns whether there is a place. */
    boolean enter(Lane lane) {
        if (inFlight >= width(lane) || (lane == Lane.REFUSED && refusedInFlight)) {
            return false;
        }
        refusedInFlight |= lane == Lane.REFUSED;
        inFlight++;
        return true;
    }

    /** One place is kept for live changes, so that they needn't wait behind a big resend. */
    private int width(Lane lane) {
        return lane == Lane.LIVE || width == 1 ? width : Math.min(width, widest - 1);
    }

    void leave(Lane lane) {
        inFlight--;
        if (lane == Lane.REFUSED) {
            refusedInFlight = false;
        }
    }

    void widen() {
        width = Math.min(width + 1, widest);
    }

    void close() {
        width = 1;
    }

    int inFlight() {
        return inFlight;
    }
}
