package dev.partnercatalog.query.table;

import java.time.Duration;
import java.time.InstantSource;

/**
 * For how long it is known what changed.
 *
 * @param kept how long
 * @param clock by which that is counted
 */
public record Retention(Duration kept, InstantSource clock) {

    public static final Duration DEFAULT = Duration.ofDays(7);

    public Retention {
        if (kept.isNegative() || kept.isZero()) {
            throw new IllegalArgumentException("a retention of " + kept + " is out of range: more than nothing");
        }
    }
}
