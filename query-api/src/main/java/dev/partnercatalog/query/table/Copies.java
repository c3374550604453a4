package dev.partnercatalog.query.table;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Which copies of partitions at this instance are whole, and how far they are behind. A copy that is still being loaded
 * is not stale: it lacks what was always there, so however near to the end it is, nothing may be read from it. Once it
 * has held all that there was at some moment it is whole, and then merely late. Thread-safe.
 */
final class Copies {

    /** Transactions end in markers that no copy ever holds, so a quiet topic's end is never quite reached. */
    private static final long MARKERS = 100;

    /** Loading makes progress many times in this time. */
    private static final Duration QUIET = Duration.ofSeconds(3);

    /** While a standby becomes the owner or the other way round, it is neither for a moment. */
    private static final Duration AWAY = Duration.ofSeconds(10);

    /**
     * What is known of one copy.
     *
     * @param since when position and end became what they are
     * @param seen when it was last here
     */
    private record Copy(long position, long end, long firstEnd, long since, long seen, boolean whole) {}

    private final LongSupplier nanoTime;
    private final ConcurrentMap<TopicPartition, Copy> copies = new ConcurrentHashMap<>();

    Copies(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** What this instance's own consumer has filled to the topic's end. */
    void whole(TopicPartition partition) {
        long now = nanoTime.getAsLong();
        copies.put(partition, new Copy(0, 0, 0, now, now, true));
    }

    /**
     * Where a standby is now.
     *
     * @param position after the last record that it holds
     * @param end of the topic
     */
    void standby(TopicPartition partition, long position, long end) {
        copies.compute(partition, (key, before) -> standby(before, position, end));
    }

    private Copy standby(@Nullable Copy before, long position, long end) {
        long now = nanoTime.getAsLong();
        if (before == null) {
            return new Copy(position, end, end, now, now, position >= end);
        }
        boolean still = before.position() == position && before.end() == end;
        boolean quiet = still && position > 0 && end - position <= MARKERS && now - before.since() >= QUIET.toNanos();
        boolean whole = before.whole() || quiet || position >= end || position > before.firstEnd();
        return new Copy(position, end, before.firstEnd(), still ? before.since() : now, now, whole);
    }

    /** Forgets the partitions that have not been here for a while. */
    void retain(Predicate<TopicPartition> here) {
        long now = nanoTime.getAsLong();
        copies.replaceAll((partition, copy) -> here.test(partition)
                ? new Copy(copy.position(), copy.end(), copy.firstEnd(), copy.since(), now, copy.whole())
                : copy);
        copies.values().removeIf(copy -> now - copy.seen() > AWAY.toNanos());
    }

    /** By how many records a whole copy is behind; empty where it isn't here, or not known to be whole. */
    OptionalLong lag(TopicPartition partition) {
        Copy copy = copies.get(partition);
        return copy == null || !copy.whole()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, copy.end() - copy.position()));
    }
}
