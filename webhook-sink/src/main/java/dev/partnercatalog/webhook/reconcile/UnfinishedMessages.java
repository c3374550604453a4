package dev.partnercatalog.webhook.reconcile;

import java.time.Duration;

/** The number of messages that the tasks of a process have formed and not finished yet. Thread-safe. */
public final class UnfinishedMessages {

    private int messages;

    synchronized void taken() {
        messages++;
    }

    synchronized void done() {
        messages--;
        if (messages == 0) {
            notifyAll();
        }
    }

    /** Waits until there are none, so that a stop leaves nothing in doubt; returns whether that happened in time. */
    public synchronized boolean awaitNone(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (messages > 0) {
            long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }
}
