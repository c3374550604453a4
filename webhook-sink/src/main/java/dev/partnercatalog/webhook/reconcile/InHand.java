package dev.partnercatalog.webhook.reconcile;

import java.time.Duration;

/** How many batches the tasks of a process have formed and not yet seen through. Thread-safe. */
public final class InHand {

    private int batches;

    synchronized void taken() {
        batches++;
    }

    synchronized void done() {
        batches--;
        if (batches == 0) {
            notifyAll();
        }
    }

    /** Waits until there are none, so that a stop leaves nothing in doubt; returns whether that came in time. */
    public synchronized boolean awaitNone(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (batches > 0) {
            long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }
}
