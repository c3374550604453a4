package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.NewestRecords;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
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

    /** Reads a cluster's; throws {@link OperatorFault} if the brokers are unavailable or the topic doesn't exist. */
    public static <T> T read(KafkaSettings kafka, Function<DeadLetterLog, T> reading) {
        Brokers brokers = new Brokers(kafka);
        brokers.partitionsOf(CatalogTopic.DEAD_LETTERS);
        try (var consumer = brokers.bytesConsumer()) {
            return reading.apply(new DeadLetterLog(consumer, brokers.nameOf(CatalogTopic.DEAD_LETTERS)));
        }
    }

    /** The topics whose records can become dead letters. */
    public static List<CatalogTopic> sources() {
        return Arrays.stream(CatalogTopic.values())
                .filter(topic -> topic.isInput() || topic == CatalogTopic.PARTNER_COMMANDS)
                .toList();
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
                DeadLetter letter = letter(record);
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

    private static DeadLetter letter(ConsumerRecord<byte[], byte[]> record) {
        return DeadLetter.of(record, record.key());
    }

    /**
     * Passes on each dead letter that matches and exists by now, oldest first within a partition; of an event that was
     * republished, only the last one.
     */
    public void forEach(DeadLetter.Filter filter, java.util.function.Consumer<DeadLetter> action) {
        Map<TopicPartition, Long> starts = newest.starts(filter.since());
        Map<TopicPartition, Long> ends = reader.ends();
        Map<DeadLetter.Event, Long> attempts = new HashMap<>();
        reader.read(starts, ends, record -> noteAttempts(letter(record), attempts));
        reader.read(starts, ends, record -> {
            DeadLetter letter = letter(record);
            if (filter.matches(letter) && isLast(letter, attempts)) {
                action.accept(letter);
            }
        });
    }

    /** Most events were never republished: they need no memory. */
    private static void noteAttempts(DeadLetter letter, Map<DeadLetter.Event, Long> attempts) {
        if (letter.attempts() > 1) {
            attempts.merge(letter.event(), letter.attempts(), Math::max);
        }
    }

    private static boolean isLast(DeadLetter letter, Map<DeadLetter.Event, Long> attempts) {
        return letter.attempts() >= attempts.getOrDefault(letter.event(), 0L);
    }

    /** The ids of the dead letters that match and exist by now; throws {@link OperatorFault} if there are too many. */
    public Set<LogPosition> select(DeadLetter.Filter filter, int most) {
        Set<LogPosition> ids = new TreeSet<>();
        forEach(filter, letter -> {
            if (ids.add(letter.id()) && ids.size() > most) {
                throw new OperatorFault(
                        "more than " + most + " dead letters match: select fewer, by topic, key, time or"
                                + " reason, or use './catalog dead-letters' with --all");
            }
        });
        return ids;
    }

    /** How many dead letters that match each kind has. */
    public Map<DeadLetter.Kind, Long> counts(DeadLetter.Filter filter) {
        DeadLetter.Kinds kinds = new DeadLetter.Kinds();
        Map<DeadLetter.Kind, Long> counts = new HashMap<>();
        forEach(filter, letter -> counts.merge(kinds.of(letter), 1L, Long::sum));
        return counts;
    }

    /**
     * Returns what {@code shown} makes of the newest dead letters that match; of an event that was republished, only of the
     * last one.
     *
     * @param limit the most dead letters to return
     * @return newest first
     */
    public <T> List<T> newest(DeadLetter.Filter filter, int limit, Function<DeadLetter, T> shown) {
        Map<DeadLetter.Event, Long> attempts = new HashMap<>();
        return newest
                .read(filter.since(), limit, record -> {
                    DeadLetter letter = letter(record);
                    noteAttempts(letter, attempts);
                    return filter.matches(letter) && isLast(letter, attempts)
                            ? new Shown<>(letter.event(), letter.attempts(), shown.apply(letter))
                            : null;
                })
                .stream()
                .filter(letter -> letter.attempts() >= attempts.getOrDefault(letter.event(), 0L))
                .map(Shown::value)
                .toList();
    }

    private record Shown<T>(DeadLetter.Event event, long attempts, T value) {}
}
