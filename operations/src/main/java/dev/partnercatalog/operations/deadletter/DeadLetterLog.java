package dev.partnercatalog.operations.deadletter;

import dev.partnercatalog.runtime.LogReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * The topic of dead letters, read by people and their commands. Letters are handed on one by one, since each may hold
 * megabytes. For one thread.
 */
public final class DeadLetterLog {

    /** How many offsets are read at once where the newest are wanted. */
    private static final long STEP = 1000;

    private record Dated<T>(Instant time, LogPosition id, T value) {}

    private final LogReader reader;

    /** @param consumer in no group, reading what is committed; what it was assigned before is forgotten */
    public DeadLetterLog(Consumer<byte[], byte[]> consumer, String topic) {
        this.reader = new LogReader(consumer, topic);
    }

    /** The letter with an id; empty where there is none, or no longer. */
    public Optional<DeadLetter> find(LogPosition id) {
        List<DeadLetter> found = new ArrayList<>();
        forEach(List.of(id), found::add);
        return found.stream().findFirst();
    }

    /** Hands on each letter with one of the ids, in their order; those that are gone are left out. */
    public void forEach(Collection<LogPosition> ids, java.util.function.Consumer<DeadLetter> action) {
        Set<LogPosition> wanted = Set.copyOf(ids);
        Map<TopicPartition, Long> beginnings = reader.beginnings();
        Map<TopicPartition, Long> ends = reader.ends();
        List<LogPosition> sorted = wanted.stream().sorted().toList();
        for (int first = 0, last = 0; first < sorted.size(); first = last + 1, last = first) {
            while (last + 1 < sorted.size() && areNear(sorted.get(last), sorted.get(last + 1))) {
                last++;
            }
            TopicPartition partition = reader.partition(sorted.get(first).partition());
            long from = Math.max(sorted.get(first).offset(), beginnings.getOrDefault(partition, Long.MAX_VALUE));
            long to = Math.min(sorted.get(last).offset() + 1, ends.getOrDefault(partition, 0L));
            reader.read(Map.of(partition, from), Map.of(partition, to), record -> {
                DeadLetter letter = DeadLetter.of(record);
                if (wanted.contains(letter.id())) {
                    action.accept(letter);
                }
            });
        }
    }

    /** Near enough to be read in one go. */
    private static boolean areNear(LogPosition one, LogPosition next) {
        return one.partition() == next.partition() && next.offset() - one.offset() <= STEP;
    }

    /** Hands on each letter that matches and is there by now, those of a partition oldest first. */
    public void forEach(DeadLetterFilter filter, java.util.function.Consumer<DeadLetter> action) {
        reader.read(starts(filter), reader.ends(), record -> {
            DeadLetter letter = DeadLetter.of(record);
            if (filter.matches(letter)) {
                action.accept(letter);
            }
        });
    }

    /**
     * What {@code shown} makes of the newest letters that match.
     *
     * @param limit how many at most
     * @return the newest first
     */
    public <T> List<T> newest(DeadLetterFilter filter, int limit, Function<DeadLetter, T> shown) {
        List<Dated<T>> newest = new ArrayList<>();
        Map<TopicPartition, Long> ends = reader.ends();
        starts(filter)
                .forEach((partition, start) -> newest.addAll(
                        newest(partition, start, ends.getOrDefault(partition, 0L), filter, limit, shown)));
        return newest.stream()
                .sorted(Comparator.<Dated<T>, Instant>comparing(Dated::time)
                        .thenComparing(Dated::id)
                        .reversed())
                .limit(limit)
                .map(Dated::value)
                .toList();
    }

    private <T> List<Dated<T>> newest(
            TopicPartition partition,
            long start,
            long end,
            DeadLetterFilter filter,
            int limit,
            Function<DeadLetter, T> shown) {
        List<Dated<T>> newest = new ArrayList<>();
        for (long to = end; to > start && newest.size() < limit; to -= STEP) {
            List<Dated<T>> step = new ArrayList<>();
            reader.read(Map.of(partition, Math.max(start, to - STEP)), Map.of(partition, to), record -> {
                DeadLetter letter = DeadLetter.of(record);
                if (filter.matches(letter)) {
                    step.add(new Dated<>(letter.time(), letter.id(), shown.apply(letter)));
                }
            });
            Collections.reverse(step);
            newest.addAll(step);
        }
        return newest;
    }

    private Map<TopicPartition, Long> starts(DeadLetterFilter filter) {
        Map<TopicPartition, Long> starts = new HashMap<>(reader.beginnings());
        if (filter.since() != null) {
            starts.putAll(reader.offsetsAt(filter.since().toEpochMilli()));
        }
        return starts;
    }
}
