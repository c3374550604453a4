package dev.partnercatalog.operations.deadletter;

import dev.partnercatalog.operations.topic.NewestRecords;
import dev.partnercatalog.runtime.LogReader;
import java.util.ArrayList;
import java.util.Collection;
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

    /** How far apart letters are that are read in one go, in offsets. */
    private static final long NEAR = 1000;

    private final LogReader reader;
    private final NewestRecords newest;

    /** @param consumer in no group, reading what is committed; what it was assigned before is forgotten */
    public DeadLetterLog(Consumer<byte[], byte[]> consumer, String topic) {
        this.reader = new LogReader(consumer, topic);
        this.newest = new NewestRecords(reader);
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
        return one.partition() == next.partition() && next.offset() - one.offset() <= NEAR;
    }

    /** Hands on each letter that matches and is there by now, those of a partition oldest first. */
    public void forEach(DeadLetterFilter filter, java.util.function.Consumer<DeadLetter> action) {
        reader.read(newest.starts(filter.since()), reader.ends(), record -> {
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
        return newest.read(filter.since(), limit, record -> {
            DeadLetter letter = DeadLetter.of(record);
            return filter.matches(letter) ? shown.apply(letter) : null;
        });
    }
}
