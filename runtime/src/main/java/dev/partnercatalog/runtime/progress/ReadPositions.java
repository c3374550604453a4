package dev.partnercatalog.runtime.progress;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** How far partitions have been read, compared with where they end. Thread-safe. */
public final class ReadPositions {

    /** Records waiting for longer, with none read meanwhile, means that the reader is stuck. */
    static final Duration STALLED = Duration.ofSeconds(30);

    /**
     * Where partitions end.
     *
     * @param readable before the beginning of open transactions
     * @param all with what open transactions hide
     * @param asked before which everything that was written is in front of the ends
     * @param askedNanos the same in terms of {@link System#nanoTime}
     */
    public record Ends(
            Map<TopicPartition, Long> readable, Map<TopicPartition, Long> all, Instant asked, long askedNanos) {

        /** Asks the brokers; throws {@link ExecutionException} if they can't say. */
        public static Ends ask(ClusterState brokers, Collection<TopicPartition> partitions, InstantSource clock)
                throws ExecutionException, InterruptedException {
            Instant asked = clock.instant();
            long askedNanos = System.nanoTime();
            // In this order: a record written in between then looks hidden for a moment, but never the other way round.
            Map<TopicPartition, Long> readable = brokers.ends(partitions, IsolationLevel.READ_COMMITTED);
            return new Ends(readable, brokers.ends(partitions, IsolationLevel.READ_UNCOMMITTED), asked, askedNanos);
        }
    }

    private final LongSupplier nanoTime;
    private final Map<TopicPartition, PartitionProgress> partitions = new ConcurrentHashMap<>();
    private volatile long lastAsked;
    private volatile long since;

    /** @param nanoTime as {@link System#nanoTime} */
    public ReadPositions(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        since = nanoTime.getAsLong();
    }

    /** How far a partition has been read; from now on it counts. */
    public PartitionProgress of(TopicPartition partition) {
        return partitions.computeIfAbsent(partition, any -> new PartitionProgress(nanoTime.getAsLong()));
    }

    /** Those that count. */
    public Set<TopicPartition> partitions() {
        return Collections.unmodifiableSet(partitions.keySet());
    }

    /** No others count any more. */
    public void only(Set<TopicPartition> wanted) {
        partitions.keySet().retainAll(wanted);
    }

    /** The partitions end here. */
    public void ends(Ends ends) {
        ends.readable()
                .forEach((partition, readable) -> of(partition)
                        .ends(
                                readable,
                                Objects.requireNonNullElse(ends.all().get(partition), readable),
                                ends.asked(),
                                ends.askedNanos()));
        lastAsked = ends.askedNanos();
        since = lastAsked
                - partitions.values().stream()
                        .mapToLong(partition -> partition.age(lastAsked))
                        .max()
                        .orElse(0);
    }

    /** For how long something may have been missing; a moment while the reader keeps up. */
    public Duration age() {
        return Duration.ofNanos(nanoTime.getAsLong() - since);
    }

    /**
     * The partitions with waiting records of which none was read for half a minute. While nobody knows where the
     * partitions end, nothing shows that records are waiting.
     */
    public Set<TopicPartition> stalled() {
        return partitions.entrySet().stream()
                .filter(partition -> partition.getValue().standsStill(lastAsked) > STALLED.toNanos())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * By topic, how many offsets lie behind the beginning of somebody's open transaction. To a reader of committed
     * records it looks as if there were none, so its consumers don't count them as lag.
     */
    public Map<String, Long> hidden() {
        return partitions.entrySet().stream()
                .filter(partition -> partition.getValue().hidden() > 0)
                .collect(Collectors.toMap(
                        partition -> partition.getKey().topic(),
                        partition -> partition.getValue().hidden(),
                        Long::sum));
    }

    /** When everything in all partitions was read; null if that isn't known. */
    public @Nullable Instant caughtUpAt() {
        return oldest(partition -> true);
    }

    /** When everything in a topic was read; null if that isn't known. */
    public @Nullable Instant caughtUpAt(String topic) {
        return oldest(partition -> partition.topic().equals(topic));
    }

    /** When everything in each partition was read, as far as that is known. */
    public Map<TopicPartition, Instant> caughtUpTimes() {
        Map<TopicPartition, Instant> times = new HashMap<>();
        partitions.forEach((partition, progress) -> {
            Instant caughtUpAt = progress.caughtUpAt();
            if (caughtUpAt != null) {
                times.put(partition, caughtUpAt);
            }
        });
        return times;
    }

    private @Nullable Instant oldest(Predicate<TopicPartition> counted) {
        return partitions.entrySet().stream()
                .filter(partition -> counted.test(partition.getKey()))
                .map(partition ->
                        Objects.requireNonNullElse(partition.getValue().caughtUpAt(), Instant.MIN))
                .min(Comparator.naturalOrder())
                .filter(known -> known.isAfter(Instant.MIN))
                .orElse(null);
    }
}
