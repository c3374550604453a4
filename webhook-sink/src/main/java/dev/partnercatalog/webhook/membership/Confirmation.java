package dev.partnercatalog.webhook.membership;

import java.time.Duration;

/**
 * When a request was made that the group has answered well. By two clocks: the steady one stands still while a machine
 * is asleep, and the other may be set back.
 */
record Confirmation(long nanoTime, long epochMillis) {

    static Confirmation now() {
        return new Confirmation(System.nanoTime(), System.currentTimeMillis());
    }

    boolean isWithin(Duration time, Confirmation now) {
        return now.nanoTime - nanoTime < time.toNanos() && now.epochMillis - epochMillis < time.toMillis();
    }
}
