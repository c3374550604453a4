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
 * The topic of dead letters, as people and their commands read it. Letters are passed on one by one, since each may be
 * megabytes large. Not thread-safe.
 */
public final class DeadLetterLog {

    /** The largest gap, in offsets, between dead letters that are read together. */
    private static final long NEAR = 1000;

    private final LogReader reader;
    private final NewestRecords newest;

    /**
     * @param consumer a consumer without a group that reads only committed records; its previous assignment is dropped
     * @param topic full name of the topic of dead letters
     */
    public DeadLetterLog(Consumer<byte[], byte[]> consumer, String topic) {
        this.reader = new LogReader(consumer, topic);
        this.newest = new NewestRecords(reader);
    }

    /** The dead letter with an id; empty if there is none, or no longer. */
    public Optional<DeadLetter> find(LogPosition id) {
        List<DeadLetter> found = new ArrayList<>();
        forEach(List.of(id), found::add);
        return found.stream().findFirst();
    }

    /** Passes on each dead letter with one of the ids, in their order; those that are gone are left out. */
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

    /** Whether two dead letters are close enough to be read together. */
    private static boolean areNear(LogPosition one, LogPosition next) {
        return one.partition() == next.partition() && next.offset() - one.offset() <= NEAR;
    }

    /** Passes on each dead letter that matches and exists by now, oldest first within a partition. */
    public void forEach(DeadLetterFilter filter, java.util.function.Consumer<DeadLetter> action) {
        reader.read(newest.starts(filter.since()), reader.ends(), record -> {
            DeadLetter letter = DeadLetter.of(record);
            if (filter.matches(letter)) {
                action.accept(letter);
            }
        });
    }

    /**
     * Returns what {@code shown} makes of the newest dead letters that match.
     *
     * @param limit the most dead letters to return
     * @return newest first
     */
    public <T> List<T> newest(DeadLetterFilter filter, int limit, Function<DeadLetter, T> shown) {
        return newest.read(filter.since(), limit, record -> {
            DeadLetter letter = DeadLetter.of(record);
            return filter.matches(letter) ? shown.apply(letter) : null;
        });
    }
}
