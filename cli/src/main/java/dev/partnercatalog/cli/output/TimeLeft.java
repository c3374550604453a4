package dev.partnercatalog.cli.output;

import java.time.Duration;
import java.util.Optional;

/**
 * Estimates how long the rest of a task takes, by the rate after its first seconds: these are spent on connecting and
 * compiling. Not thread-safe.
 */
final class TimeLeft {

    private static final Duration BEGINNING = Duration.ofSeconds(2);
    private static final Duration SHORTEST_MEASUREMENT = Duration.ofSeconds(3);

    private Duration beganAfter = Duration.ZERO;
    private long doneBefore;

    /**
     * Takes note of the progress.
     *
     * @param left what is left; negative if that isn't known
     * @param elapsed since the task began
     * @return empty as long as the rate isn't known
     */
    Optional<Duration> of(long done, long left, Duration elapsed) {
        if (elapsed.compareTo(BEGINNING) < 0) {
            beganAfter = elapsed;
            doneBefore = done;
            return Optional.empty();
        }
        Duration measured = elapsed.minus(beganAfter);
        long doneSince = done - doneBefore;
        return left < 0 || doneSince <= 0 || measured.compareTo(SHORTEST_MEASUREMENT) < 0
                ? Optional.empty()
                : Optional.of(measured.multipliedBy(left).dividedBy(doneSince));
    }
}
