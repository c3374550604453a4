package dev.partnercatalog.query.table;

import java.time.Duration;
import java.time.InstantSource;

/**
 * How long changes are known.
 *
 * @param kept the duration
 * @param clock by which it is measured
 */
public record Retention(Duration kept, InstantSource clock) {

    public static final Duration DEFAULT = Duration.ofDays(7);

    public Retention {
        if (kept.isNegative() || kept.isZero()) {
            throw new IllegalArgumentException("a retention of " + kept + " is out of range: expected more than zero");
        }
    }
}
