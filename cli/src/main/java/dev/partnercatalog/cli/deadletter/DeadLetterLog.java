package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.runtime.topic.LogReader;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * The topic of dead letters, as people and their commands read it. Letters are passed on one by one, since each may be
 * megabytes large. Not thread-safe.
 */
public final class DeadLetterLog {

    /** The most dead letters that a command replays at once; each takes a few hundred bytes. */
    static final int MOST_SELECTED = 500_000;

    /** The number of offsets that are read at a time, backwards. */
    private static final long STEP = 1000;

    private final LogReader reader;

    /** Throws {@link OperatorFault} if the brokers are unavailable or the topic doesn't exist. */
    public DeadLetterLog(OpenTopics topics) {
        topics.count(CatalogTopic.DEAD_LETTERS);
        reader = topics.log(topics.nameOf(CatalogTopic.DEAD_LETTERS));
    }

    static boolean isSource(CatalogTopic topic) {
        return topic.isInput() || topic == CatalogTopic.PARTNER_COMMANDS;
    }

    /** The dead letter with an id; empty if there is none, or no longer. */
    public Optional<DeadLetter> find(LogPosition id) {
        List<DeadLetter> found = new ArrayList<>();
        forEach(List.of(id), found::add);
        return found.stream().findFirst();
    }

    /** Passes on each dead letter with one of the ids, in their order; those that are gone are left out. */
    public void forEach(Collection<LogPosition> ids, Consumer<DeadLetter> action) {
        Set<LogPosition> wanted = Set.copyOf(ids);
        Map<TopicPartition, Long> beginnings = reader.beginnings();
        Map<TopicPartition, Long> ends = reader.ends();
        Map<Integer, LongSummaryStatistics> spans = wanted.stream()
                .collect(Collectors.groupingBy(
                        LogPosition::partition, TreeMap::new, Collectors.summarizingLong(LogPosition::offset)));
        spans.forEach((number, span) -> {
            TopicPartition partition = reader.partition(number);
            long from = Math.max(span.getMin(), beginnings.getOrDefault(partition, Long.MAX_VALUE));
            long to = Math.min(span.getMax() + 1, ends.getOrDefault(partition, 0L));
            reader.read(Map.of(partition, from), Map.of(partition, to), record -> {
                DeadLetter letter = DeadLetter.of(record);
                if (wanted.contains(letter.id())) {
                    action.accept(letter);
                }
            });
        });
    }

    /** The ids of the dead letters that match and exist by now; throws {@link OperatorFault} if there are too many. */
    public Set<LogPosition> select(DeadLetter.Filter filter, int most) {
        List<LogPosition> ids = newest(filter, most + 1L, DeadLetter::id);
        if (ids.size() > most) {
            throw new OperatorFault("more than " + most
                    + " dead letters match: select fewer, by topic, key, time or reason, or use"
                    + " './catalog dead-letters replay', which takes " + MOST_SELECTED);
        }
        return Set.copyOf(ids);
    }

    /**
     * The newest dead letters that match, newest first; of an event that was republished, only the last one. Reads
     * backwards, as far as it takes to find enough.
     */
    public <T> List<T> newest(DeadLetter.Filter filter, long limit, Function<DeadLetter, T> shown) {
        List<Placed<T>> newest = new ArrayList<>();
        // Most events were never republished: they need no memory.
        Map<DeadLetter.Event, Long> attempts = new HashMap<>();
        Predicate<Placed<T>> isOutdated = placed -> placed.attempts < attempts.getOrDefault(placed.event, 0L);
        Map<TopicPartition, Long> ends = reader.ends();
        Map<TopicPartition, Long> starts = filter.since() == null
                ? reader.beginnings()
                : reader.offsetsAt(filter.since().toEpochMilli());
        starts.forEach((partition, start) -> {
            List<Placed<T>> found = new ArrayList<>();
            for (long to = ends.getOrDefault(partition, 0L); to > start && found.size() < limit; to -= STEP) {
                reader.read(Map.of(partition, Math.max(start, to - STEP)), Map.of(partition, to), record -> {
                    DeadLetter letter = DeadLetter.of(record);
                    if (letter.attempts() > 1) {
                        attempts.merge(letter.event(), letter.attempts(), Math::max);
                    }
                    if (filter.matches(letter)) {
                        found.add(new Placed<>(
                                letter.time(), letter.id(), letter.event(), letter.attempts(), shown.apply(letter)));
                    }
                });
                if (found.size() >= limit) {
                    found.removeIf(isOutdated);
                }
            }
            newest.addAll(found);
        });
        newest.removeIf(isOutdated);
        return newest.stream()
                .sorted(Comparator.<Placed<T>, Instant>comparing(Placed::time)
                        .thenComparing(Placed::id)
                        .reversed())
                .limit(limit)
                .map(Placed::value)
                .toList();
    }

    private record Placed<T>(Instant time, LogPosition id, DeadLetter.Event event, long attempts, T value) {}
}
