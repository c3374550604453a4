package dev.partnercatalog.operations.deadletter;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.deadletter.DeadLetter.Source;
import dev.partnercatalog.operations.deadletter.ReplayResult.Outcome;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Republishes dead letters where they came from: the same bytes, timestamp and headers, to the same partition.
 *
 * <p>The last event of a key is the one that counts, so an old event must not end up after a newer one. Its topic is
 * read from its original position on, and if there is a newer event of its key, the dead letter is skipped unless forced.
 * Upstream may keep publishing: what came in between is read afterwards, and a newer event that was overtaken is
 * published once more after it. Not thread-safe.
 */
public final class Replay {

    /** The most dead letters that are examined at once; each takes a few hundred bytes. */
    static final int MAX_LETTERS = 500_000;

    /** To need more, upstream would have to publish the same keys every few milliseconds. */
    private static final int MAX_ROUNDS = 20;

    private final DeadLetterLog letters;
    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
    private final ReplayWriter writer;
    private final Set<String> inputs;

    /**
     * @param consumer a separate consumer without a group that reads only committed records
     * @param writer receives the replayed events
     */
    public Replay(
            DeadLetterLog letters,
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
            ReplayWriter writer,
            String topicPrefix) {
        this.letters = letters;
        this.consumer = consumer;
        this.writer = writer;
        this.inputs = Arrays.stream(CatalogTopic.values())
                .filter(CatalogTopic::isInput)
                .map(topic -> topic.name(topicPrefix))
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * How dead letters are replayed.
     *
     * @param force also replay dead letters that are superseded or were replayed before; each then counts as its key's
     *     newest event
     * @param dryRun only report what would be done
     */
    public record Mode(boolean force, boolean dryRun) {}

    /** Replays the dead letters with these ids that still exist; {@code receiver} receives the result of each. */
    public void run(Collection<LogPosition> ids, Mode mode, Consumer<ReplayResult> receiver) {
        CandidatesByTopic found = new CandidatesByTopic(receiver);
        letters.forEach(ids, found::add);
        found.byTopic.forEach((topic, candidates) -> run(topic, candidates, mode, receiver));
    }

    /** The dead letters to be examined, by their source topic; those that can't be replayed are reported at once. */
    private final class CandidatesByTopic {
        private final Consumer<ReplayResult> receiver;
        private final Map<String, List<ReplayCandidate>> byTopic = new LinkedHashMap<>();
        private int size;

        CandidatesByTopic(Consumer<ReplayResult> receiver) {
            this.receiver = receiver;
        }

        void add(DeadLetter letter) {
            Source source = letter.source();
            byte[] key = letter.key();
            String obstacle = obstacle(letter);
            if (source == null || key == null || obstacle != null) {
                receiver.accept(new ReplayResult(
                        letter.id(),
                        source == null ? null : source.topic(),
                        Outcome.IMPOSSIBLE,
                        obstacle == null ? "it has no key" : obstacle));
                return;
            }
            if (++size > MAX_LETTERS) {
                throw new OperatorFault(
                        "more than " + MAX_LETTERS + " dead letters at once: select fewer, by topic or time");
            }
            byTopic.computeIfAbsent(source.topic(), topic -> new ArrayList<>())
                    .add(new ReplayCandidate(letter.id(), source, key));
        }
    }

    private @Nullable String obstacle(DeadLetter letter) {
        Source source = letter.source();
        if (source == null) {
            return "it has no source";
        }
        if (!inputs.contains(source.topic())) {
            return "it is not an upstream event: its sender on " + source.topic() + " was informed that it failed";
        }
        if (letter.omittedBytes() > 0) {
            return "its value of " + letter.omittedBytes() + " bytes was too large to be kept";
        }
        return letter.key() == null ? "it has no key, and its topic requires one" : null;
    }

    private void run(String topic, List<ReplayCandidate> letters, Mode mode, Consumer<ReplayResult> receiver) {
        LogReader reader = new LogReader(consumer, topic);
        List<ReplayCandidate> candidates =
                withPartition(topic, letters, reader.partitions().size(), receiver);
        SourceScan scan = new SourceScan(reader, candidates);
        scan.advance();
        Map<LogPosition, ReplayCandidate> chosen = new HashMap<>();
        for (ReplayCandidate candidate : candidates) {
            ReplayResult hindered = mode.force() ? null : hindrance(topic, candidate);
            if (hindered != null) {
                receiver.accept(hindered);
            } else {
                chosen.put(candidate.id(), candidate);
            }
        }
        if (mode.dryRun()) {
            chosen.keySet().stream()
                    .sorted()
                    .forEach(id ->
                            receiver.accept(new ReplayResult(id, topic, Outcome.REPLAYABLE, "would be replayed")));
            return;
        }
        this.letters.forEach(chosen.keySet(), letter -> {
            ReplayCandidate candidate = Objects.requireNonNull(chosen.get(letter.id()));
            writer.publish(letter, candidate.source(), hindrance(topic, candidate) != null);
        });
        writer.flush(receiver);
        if (!mode.force()) {
            restoreOrder(reader, scan, chosen.values(), receiver);
        }
    }

    /** Those that can be put back: a producer would wait half a minute for each partition that doesn't exist. */
    private static List<ReplayCandidate> withPartition(
            String topic, List<ReplayCandidate> letters, int partitions, Consumer<ReplayResult> receiver) {
        List<ReplayCandidate> possible = new ArrayList<>();
        for (ReplayCandidate letter : letters) {
            int partition = letter.source().position().partition();
            if (partition < partitions) {
                possible.add(letter);
            } else {
                receiver.accept(new ReplayResult(
                        letter.id(),
                        topic,
                        Outcome.IMPOSSIBLE,
                        "it came from partition " + partition + ", but " + topic + " has only " + partitions));
            }
        }
        return possible;
    }

    private static @Nullable ReplayResult hindrance(String topic, ReplayCandidate candidate) {
        LogPosition before = candidate.replayedAt();
        if (before != null) {
            return new ReplayResult(
                    candidate.id(), topic, Outcome.REPLAYED_BEFORE, "was replayed before, to " + topic + " " + before);
        }
        LogPosition newer = candidate.supersededAt();
        return newer == null
                ? null
                : new ReplayResult(
                        candidate.id(),
                        topic,
                        Outcome.SUPERSEDED,
                        "a newer event of its key is at " + topic + " " + newer + " and would be overwritten");
    }

    /** Makes sure that the newest event of each key comes after all others in its partition. */
    private void restoreOrder(
            LogReader reader, SourceScan scan, Collection<ReplayCandidate> replayed, Consumer<ReplayResult> receiver) {
        for (int round = 0; round < MAX_ROUNDS; round++) {
            scan.advance();
            List<LogPosition> overtaken = replayed.stream()
                    .map(ReplayCandidate::overtaken)
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
            if (overtaken.isEmpty()) {
                return;
            }
            for (LogPosition newest : overtaken) {
                reader.read(
                        Map.of(reader.partition(newest.partition()), newest.offset()),
                        Map.of(reader.partition(newest.partition()), newest.offset() + 1),
                        writer::repeat);
            }
            writer.flush(receiver);
        }
        throw new OperatorFault("upstream publishes the same keys faster than their order can be restored");
    }
}
