package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.cli.deadletter.DeadLetter.Source;
import dev.partnercatalog.cli.deadletter.SourceScan.Candidate;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.RecordTime;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.quarantine.DeadLetterHeaders;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
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
    private static final int MAX_LETTERS = 500_000;

    /** To need more, upstream would have to publish the same keys every few milliseconds. */
    private static final int MAX_ROUNDS = 20;

    /** What can become of a dead letter. */
    public enum Outcome {
        /** It is in its topic again. */
        REPLAYED,
        /** Nothing prevents it; this was a dry run. */
        REPLAYABLE,
        /** It would overwrite a newer event of its key. */
        SUPERSEDED,
        /** It was republished after it was rejected. */
        REPLAYED_BEFORE,
        /** It can't be published in any case. */
        IMPOSSIBLE,
        /** The brokers rejected it. */
        REFUSED
    }

    /**
     * The result of replaying a dead letter.
     *
     * @param topic its source topic, null if the dead letter doesn't say
     * @param detail where it is now, what is newer, or why it was not replayed; as text
     */
    public record Result(LogPosition id, @Nullable String topic, Outcome outcome, String detail) {}

    /**
     * How dead letters are replayed.
     *
     * @param force also replay dead letters that are superseded or were replayed before; each then counts as its key's
     *     newest event
     * @param dryRun only report what would be done
     */
    public record Mode(boolean force, boolean dryRun) {}

    private final DeadLetterLog letters;
    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> sources;
    private final Producer<byte[], byte[]> producer;
    private final String topicPrefix;
    private final Mode mode;
    private final Consumer<Result> receiver;

    /** What the brokers answered, until it is reported on the caller's thread. */
    private final Queue<Result> answers = new ConcurrentLinkedQueue<>();

    private final Map<String, Integer> partitions = new HashMap<>();

    /**
     * @param sources a separate consumer without a group that reads only committed records
     * @param producer a producer that doesn't lose, duplicate or reorder records
     * @param receiver receives the result of each dead letter
     */
    public Replay(
            DeadLetterLog letters,
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> sources,
            Producer<byte[], byte[]> producer,
            String topicPrefix,
            Mode mode,
            Consumer<Result> receiver) {
        this.letters = letters;
        this.sources = sources;
        this.producer = producer;
        this.topicPrefix = topicPrefix;
        this.mode = mode;
        this.receiver = receiver;
    }

    /** Replays dead letters of a cluster; throws {@link OperatorFault} if the brokers are unavailable. */
    public static void run(KafkaSettings kafka, Collection<LogPosition> ids, Mode mode, Consumer<Result> receiver) {
        Brokers brokers = new Brokers(kafka);
        try (var sources = brokers.bytesConsumer();
                var producer = brokers.bytesProducer()) {
            DeadLetterLog.read(kafka, log -> {
                new Replay(log, sources, producer, kafka.topics().prefix(), mode, receiver).run(ids);
                return ids;
            });
        }
    }

    /** Replays the dead letters with these ids that still exist. */
    public void run(Collection<LogPosition> ids) {
        Map<String, List<Candidate>> byTopic = new LinkedHashMap<>();
        letters.forEach(ids, letter -> {
            Source source = letter.source();
            byte[] key = letter.key();
            String obstacle = obstacle(letter);
            if (source == null || key == null || obstacle != null) {
                receiver.accept(new Result(
                        letter.id(),
                        source == null ? null : source.topic(),
                        Outcome.IMPOSSIBLE,
                        obstacle == null ? "it has no key, and its topic requires one" : obstacle));
                return;
            }
            byTopic.computeIfAbsent(source.topic(), topic -> new ArrayList<>())
                    .add(new Candidate(letter.id(), source, key));
            if (byTopic.values().stream().mapToInt(List::size).sum() > MAX_LETTERS) {
                throw new OperatorFault(
                        "more than " + MAX_LETTERS + " dead letters at once: select fewer, by topic, key or time");
            }
        });
        byTopic.forEach(this::run);
    }

    private @Nullable String obstacle(DeadLetter letter) {
        Source source = letter.source();
        if (source == null) {
            return "it has no source";
        }
        String topic = source.topic();
        if (DeadLetterLog.sources().stream()
                .noneMatch(each -> each.isInput() && each.name(topicPrefix).equals(topic))) {
            return "it is not an upstream event: its sender on " + topic + " was informed that it failed";
        }
        if (letter.omittedBytes() > 0) {
            return "its value of " + letter.omittedBytes() + " bytes was too large to be kept";
        }
        // A producer would wait half a minute for each partition that doesn't exist.
        int count = partitions.computeIfAbsent(
                topic, any -> new LogReader(sources, topic).partitions().size());
        int partition = source.position().partition();
        return partition < count
                ? null
                : "it came from partition " + partition + ", but " + topic + " has only " + count;
    }

    private void run(String topic, List<Candidate> candidates) {
        LogReader reader = new LogReader(sources, topic);
        SourceScan scan = new SourceScan(reader, candidates);
        scan.advance();
        Map<LogPosition, Candidate> chosen = new HashMap<>();
        for (Candidate candidate : candidates) {
            Result hindered = mode.force() ? null : hindrance(topic, candidate);
            if (hindered != null) {
                receiver.accept(hindered);
            } else {
                chosen.put(candidate.id(), candidate);
            }
        }
        if (mode.dryRun()) {
            chosen.keySet().stream()
                    .sorted()
                    .forEach(id -> receiver.accept(new Result(id, topic, Outcome.REPLAYABLE, "would be replayed")));
            return;
        }
        letters.forEach(chosen.keySet(), letter -> {
            Candidate candidate = Objects.requireNonNull(chosen.get(letter.id()));
            publish(letter, candidate.source(), hindrance(topic, candidate) != null);
        });
        flush();
        if (!mode.force()) {
            restoreOrder(reader, scan, chosen.values());
        }
    }

    private static @Nullable Result hindrance(String topic, Candidate candidate) {
        LogPosition before = candidate.replayedAt();
        if (before != null) {
            return new Result(
                    candidate.id(), topic, Outcome.REPLAYED_BEFORE, "was replayed before, to " + topic + " " + before);
        }
        LogPosition newer = candidate.supersededAt();
        return newer == null
                ? null
                : new Result(
                        candidate.id(),
                        topic,
                        Outcome.SUPERSEDED,
                        "a newer event of its key is at " + topic + " " + newer + " and would be overwritten");
    }

    /** Makes sure that the newest event of each key comes after all others in its partition. */
    private void restoreOrder(LogReader reader, SourceScan scan, Collection<Candidate> replayed) {
        for (int round = 0; round < MAX_ROUNDS; round++) {
            scan.advance();
            List<LogPosition> overtaken = replayed.stream()
                    .map(Candidate::overtaken)
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
                        this::repeat);
            }
            flush();
        }
        throw new OperatorFault("upstream publishes the same keys faster than their order can be restored");
    }

    /** @param asNewest whether it should count as its key's newest event rather than keep its age */
    private void publish(DeadLetter letter, Source source, boolean asNewest) {
        Headers headers = new RecordHeaders(letter.headers());
        if (!asNewest) {
            DeadLetterHeaders.put(
                    headers, DeadLetterHeaders.ORIGIN, source.origin().toString());
            DeadLetterHeaders.put(headers, DeadLetterHeaders.ATTEMPTS, Long.toString(letter.attempts()));
        }
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                source.topic(),
                source.position().partition(),
                RecordTime.again(source.timestamp()),
                letter.key(),
                letter.value(),
                headers);
        send(
                record,
                (metadata, refusal) -> answers.add(
                        refusal == null
                                ? result(
                                        letter,
                                        source,
                                        Outcome.REPLAYED,
                                        "replayed to " + source.topic() + " "
                                                + new LogPosition(metadata.partition(), metadata.offset()))
                                : result(
                                        letter,
                                        source,
                                        Outcome.REFUSED,
                                        "the brokers rejected it: " + FaultWords.of(refusal))));
    }

    private static Result result(DeadLetter letter, Source source, Outcome outcome, String detail) {
        return new Result(letter.id(), source.topic(), outcome, detail);
    }

    /** Publishes a record of a source topic once more, after what has arrived since. */
    private void repeat(ConsumerRecord<byte[], byte[]> record) {
        LogPosition at = new LogPosition(record.partition(), record.offset());
        Headers headers = DeadLetter.withoutOurs(record.headers());
        DeadLetterHeaders.put(
                headers,
                DeadLetterHeaders.ORIGIN,
                DeadLetter.origin(record.headers(), at).toString());
        ProducerRecord<byte[], byte[]> again = new ProducerRecord<>(
                record.topic(),
                record.partition(),
                RecordTime.again(record.timestamp()),
                record.key(),
                record.value(),
                headers);
        send(again, (metadata, refusal) -> {
            if (refusal != null) {
                answers.add(new Result(
                        at,
                        record.topic(),
                        Outcome.REFUSED,
                        "the event at " + record.topic() + " " + at
                                + " was overtaken by an older one of its key and could not be published again ("
                                + FaultWords.of(refusal) + "): ask its publisher to publish it again"));
            }
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback receives the same
    private void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        try {
            producer.send(record, callback);
        } catch (KafkaException e) {
            // A producer that can't be used any more reports it here and not to the callback.
            callback.onCompletion(null, e);
        }
    }

    /** Waits until the brokers have answered everything, and reports it. */
    private void flush() {
        producer.flush();
        for (Result result = answers.poll(); result != null; result = answers.poll()) {
            receiver.accept(result);
        }
    }
}
