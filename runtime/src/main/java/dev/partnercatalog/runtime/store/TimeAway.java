package dev.partnercatalog.runtime.store;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long a store was away from the topic that it is made from (D38). A topic keeps a deletion only for a while. A store
 * that was away for longer may hold rows that were deleted meanwhile, and would hold them for good.
 *
 * @param lastComplete when the store last held everything that the topic held; null if that isn't known
 * @param now the time of the judgement
 * @param retention how long the topic keeps deletions, its {@code delete.retention.ms}
 */
public record TimeAway(@Nullable Instant lastComplete, Instant now, Duration retention) {

    /** The share of the time that is left for reading what is new. */
    private static final int MARGIN = 8;

    /** A time that is later than now, beyond what clocks may differ, says nothing. */
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

    /** The longest time after which every deletion can still be read. */
    static Duration longest(Duration retention) {
        return retention.minus(retention.dividedBy(MARGIN));
    }

    /** Whether deletions may be missing, so that the store has to be made anew. */
    public boolean isTooLong() {
        return lastComplete == null
                || lastComplete.isAfter(now.plus(CLOCKS_DIFFER))
                || Duration.between(lastComplete, now).compareTo(longest(retention)) > 0;
    }

    /** What follows a store's name in a log line: since when it has been away. */
    @Override
    public String toString() {
        return lastComplete == null
                ? "was last complete at an unknown time; deletions are kept for " + text(retention)
                : "last held everything on " + lastComplete + ", " + text(Duration.between(lastComplete, now))
                        + " ago; deletions are kept for " + text(retention);
    }

    private static String text(Duration time) {
        if (time.compareTo(Duration.ofHours(2)) >= 0) {
            return time.toHours() + " hours";
        }
        return time.compareTo(Duration.ofMinutes(2)) >= 0 ? time.toMinutes() + " minutes" : time.toSeconds() + " s";
    }
}
