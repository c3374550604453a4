package dev.partnercatalog.webhook.membership;

import java.time.Duration;

/**
 * The time of a request that the group has answered positively, by two clocks: the monotonic clock stands still while a
 * machine is asleep, and the wall clock may be set back.
 */
record Confirmation(long nanoTime, long epochMillis) {

    static Confirmation now() {
        return new Confirmation(System.nanoTime(), System.currentTimeMillis());
    }

    boolean isWithin(Duration time, Confirmation now) {
        return now.nanoTime - nanoTime < time.toNanos() && now.epochMillis - epochMillis < time.toMillis();
    }
}
