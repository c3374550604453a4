package dev.partnercatalog.cli.deadletter;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.partnercatalog.cli.deadletter.DeadLetter.Source;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.quarantine.DeadLetterHeaders;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
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

    /** To need more, upstream would have to publish the same keys every few milliseconds. */
    private static final int MAX_ROUNDS = 20;

    /** What can become of a dead letter. */
    public enum Outcome {
        REPLAYED,
        /** Nothing prevents it; this was a dry run. */
        REPLAYABLE,
        /** It would overwrite a newer event of its key. */
        SUPERSEDED,
        /** It was republished after it was rejected. */
        REPLAYED_BEFORE,
        /** It can't be published in any case. */
        IMPOSSIBLE,
        REFUSED;

        /** For programs. */
        @JsonValue
        public String json() {
            return Json.words(this);
        }
    }

    /** What became of a dead letter; {@code detail} says where it is now, what is newer, or why it was not replayed. */
    public record Result(
            LogPosition id, Outcome outcome, @Nullable String topic, String detail) {}

    /** How: {@code force} takes those that are superseded or were replayed too, as their keys' newest events. */
    public record Mode(boolean force, boolean dryRun) {}

    /** A dead letter that may be republished; without its bytes, because there may be very many. */
    private record Candidate(LogPosition id, Source source, ByteBuffer key) {}

    private final OpenTopics topics;
    private final DeadLetterLog letters;
    private final Mode mode;
    private final Consumer<Result> receiver;
    private final Map<String, Integer> partitions = new HashMap<>();

    /** Throws {@link OperatorFault} if the brokers are unavailable. */
    public Replay(OpenTopics topics, Mode mode, Consumer<Result> receiver) {
        this.topics = topics;
        this.letters = new DeadLetterLog(topics);
        this.mode = mode;
        this.receiver = receiver;
    }

    /** Replays the dead letters with these ids that still exist. */
    public void run(Collection<LogPosition> ids) {
        Map<String, List<Candidate>> byTopic = new LinkedHashMap<>();
        letters.forEach(ids, letter -> {
            Source source = letter.source();
            byte[] key = letter.key();
            String obstacle = obstacle(letter);
            if (source == null || key == null || obstacle != null) {
                String topic = source == null ? null : source.topic();
                report(letter.id(), Outcome.IMPOSSIBLE, topic, String.valueOf(obstacle));
                return;
            }
            byTopic.computeIfAbsent(source.topic(), topic -> new ArrayList<>())
                    .add(new Candidate(letter.id(), source, ByteBuffer.wrap(key)));
        });
        byTopic.forEach(this::run);
    }

    private void report(LogPosition id, Outcome outcome, @Nullable String topic, String detail) {
        receiver.accept(new Result(id, outcome, topic, detail));
    }

    private @Nullable String obstacle(DeadLetter letter) {
        Source source = letter.source();
        if (source == null) {
            return "it has no source";
        }
        if (letter.key() == null) {
            return "it has no key, and its topic requires one";
        }
        String topic = source.topic();
        if (Stream.of(CatalogTopic.values())
                .noneMatch(each -> each.isInput() && topics.nameOf(each).equals(topic))) {
            return "it is not an upstream event: its sender on " + topic + " was informed that it failed";
        }
        if (letter.omittedBytes() > 0) {
            return "its value of " + letter.omittedBytes() + " bytes was too large to be kept";
        }
        // A producer would wait half a minute for each partition that doesn't exist.
        int count = partitions.computeIfAbsent(
                topic, any -> topics.log(topic).partitions().size());
        int partition = source.position().partition();
        return partition < count
                ? null
                : "it came from partition " + partition + ", but " + topic + " has only " + count;
    }

    private void run(String topic, List<Candidate> candidates) {
        LogReader reader = topics.log(topic);
        SourceScan scan = new SourceScan(reader, candidates);
        scan.advance();
        Map<LogPosition, Candidate> chosen = new TreeMap<>();
        for (Candidate candidate : candidates) {
            Result hindrance = mode.force() ? null : hindrance(topic, candidate, scan);
            if (hindrance == null) {
                chosen.put(candidate.id(), candidate);
            } else {
                receiver.accept(hindrance);
            }
        }
        if (mode.dryRun()) {
            chosen.keySet().forEach(id -> report(id, Outcome.REPLAYABLE, topic, "would be replayed"));
        } else if (!chosen.isEmpty()) {
            Map<LogPosition, Future<RecordMetadata>> answers = new LinkedHashMap<>();
            letters.forEach(chosen.keySet(), letter -> {
                Candidate candidate = Objects.requireNonNull(chosen.get(letter.id()));
                boolean asNewest = hindrance(topic, candidate, scan) != null;
                answers.put(letter.id(), publish(letter, candidate.source(), asNewest));
            });
            topics.producer().flush();
            answers.forEach((id, answer) -> report(id, topic, answer));
            if (!mode.force()) {
                restoreOrder(topic, reader, scan);
            }
        }
    }

    private static @Nullable Result hindrance(String topic, Candidate candidate, SourceScan scan) {
        LogPosition before = scan.replayed(candidate);
        if (before != null) {
            String detail = "was replayed before, to " + topic + " " + before;
            return new Result(candidate.id(), Outcome.REPLAYED_BEFORE, topic, detail);
        }
        LogPosition newer = scan.newer(candidate);
        String detail = "a newer event of its key is at " + topic + " " + newer + " and would be overwritten";
        return newer == null ? null : new Result(candidate.id(), Outcome.SUPERSEDED, topic, detail);
    }

    /** Makes sure that the newest event of each key comes after all others in its partition. */
    private void restoreOrder(String topic, LogReader reader, SourceScan scan) {
        for (int round = 0; round < MAX_ROUNDS; round++) {
            scan.advance();
            List<LogPosition> overtaken = scan.overtaken();
            if (overtaken.isEmpty()) {
                return;
            }
            List<Future<RecordMetadata>> repeated = new ArrayList<>();
            for (LogPosition newest : overtaken) {
                TopicPartition partition = reader.partition(newest.partition());
                reader.read(
                        Map.of(partition, newest.offset()),
                        Map.of(partition, newest.offset() + 1),
                        record -> repeated.add(topics.producer().send(repetition(record))));
            }
            topics.producer().flush();
            for (Future<RecordMetadata> answer : repeated) {
                Brokers.await(
                        "a newer event was overtaken by an older one of its key and could not be published again, so"
                                + " have upstream publish " + overtaken + " of " + topic + " again",
                        () -> answer);
            }
        }
        throw new OperatorFault("upstream publishes the same keys faster than their order can be restored");
    }

    /** @param asNewest whether it should count as its key's newest event rather than keep its age */
    private Future<RecordMetadata> publish(DeadLetter letter, Source source, boolean asNewest) {
        Headers headers = new RecordHeaders(letter.headers());
        if (!asNewest) {
            DeadLetterHeaders.put(
                    headers, DeadLetterHeaders.ORIGIN, source.origin().toString());
            DeadLetterHeaders.put(headers, DeadLetterHeaders.ATTEMPTS, Long.toString(letter.attempts()));
        }
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                source.topic(),
                source.position().partition(),
                publishedTimestamp(source.timestamp()),
                letter.key(),
                letter.value(),
                headers);
        try {
            return topics.producer().send(record);
        } catch (KafkaException e) {
            return CompletableFuture.failedFuture(e); // The producer can't be used any more.
        }
    }

    private void report(LogPosition id, String topic, Future<RecordMetadata> answer) {
        try {
            RecordMetadata at = answer.get();
            String place = topic + " " + new LogPosition(at.partition(), at.offset());
            report(id, Outcome.REPLAYED, topic, "replayed to " + place);
        } catch (ExecutionException e) {
            report(id, Outcome.REFUSED, topic, "the brokers rejected it: " + FaultWords.of(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperatorFault("interrupted before the brokers had answered", e);
        }
    }

    /** A record of a source topic, to be published once more after what has arrived since. */
    private static ProducerRecord<byte[], byte[]> repetition(ConsumerRecord<byte[], byte[]> record) {
        LogPosition at = new LogPosition(record.partition(), record.offset());
        Headers headers = DeadLetter.withoutOurs(record.headers());
        DeadLetterHeaders.put(
                headers,
                DeadLetterHeaders.ORIGIN,
                DeadLetter.origin(record.headers(), at).toString());
        return new ProducerRecord<>(
                record.topic(),
                record.partition(),
                publishedTimestamp(record.timestamp()),
                record.key(),
                record.value(),
                headers);
    }

    /** The timestamp that a record was read with; none if an old producer left it out: then the brokers give it one. */
    private static @Nullable Long publishedTimestamp(long timestamp) {
        return timestamp < 0 ? null : timestamp;
    }

    /** Reads a source topic from the oldest of some dead letters on: what came after each of them? Not thread-safe. */
    private static final class SourceScan {

        /**
         * An event in the order of its key's events: by where it was first published within one partition. Between partitions,
         * Kafka knows no order, and timestamps are the best available.
         */
        private record KeyedEvent(LogPosition origin, long timestamp, LogPosition at) {

            boolean isNewerThan(LogPosition otherOrigin, long otherTimestamp) {
                return origin.partition() == otherOrigin.partition()
                        ? origin.offset() > otherOrigin.offset()
                        : timestamp > otherTimestamp;
            }
        }

        private final OpenTopics.Reading reading;
        private final Set<ByteBuffer> keys = new HashSet<>();
        private final Map<ByteBuffer, KeyedEvent> newest = new HashMap<>();

        /** The keys after whose newest event an older one comes in its partition, with the newest one's position. */
        private final Map<ByteBuffer, LogPosition> overtaken = new HashMap<>();

        /** Where each candidate's event is last, by where it was first published. */
        private final Map<LogPosition, LogPosition> lastPositions = new HashMap<>();

        SourceScan(LogReader reader, Collection<Candidate> candidates) {
            long oldest = Long.MAX_VALUE;
            Map<TopicPartition, Long> sources = new HashMap<>();
            for (Candidate candidate : candidates) {
                LogPosition origin = candidate.source().origin();
                keys.add(candidate.key());
                lastPositions.put(origin, origin);
                sources.merge(reader.partition(origin.partition()), origin.offset(), Math::min);
                oldest = Math.min(oldest, candidate.source().timestamp());
            }
            // In other partitions, an event of the same key exists only if upstream has changed its partitioning.
            Map<TopicPartition, Long> next = reader.offsetsAt(oldest);
            sources.forEach((partition, offset) -> next.replace(partition, offset));
            reading = new OpenTopics.Reading(reader, next, this::observe);
        }

        /** Reads what has arrived since the last call. */
        void advance() {
            reading.advance();
        }

        private void observe(ConsumerRecord<byte[], byte[]> record) {
            ByteBuffer key = record.key() == null ? null : ByteBuffer.wrap(record.key());
            if (key == null || !keys.contains(key)) {
                return;
            }
            LogPosition at = new LogPosition(record.partition(), record.offset());
            KeyedEvent event = new KeyedEvent(DeadLetter.origin(record.headers(), at), record.timestamp(), at);
            KeyedEvent before = newest.get(key);
            if (before == null || !before.isNewerThan(event.origin(), event.timestamp())) {
                newest.put(key, event);
                overtaken.remove(key);
            } else if (before.at().partition() == at.partition()) {
                overtaken.put(key, before.at());
            }
            lastPositions.replace(event.origin(), at);
        }

        /** The position of a newer event of a candidate's key, null if there is none. */
        @Nullable
        LogPosition newer(Candidate candidate) {
            KeyedEvent last = newest.get(candidate.key());
            Source source = candidate.source();
            return last != null && last.isNewerThan(source.origin(), source.timestamp()) ? last.at() : null;
        }

        /** Where a candidate was republished after it was rejected, null if it wasn't. */
        @Nullable
        LogPosition replayed(Candidate candidate) {
            LogPosition rejected = candidate.source().position();
            LogPosition last = lastPositions.getOrDefault(candidate.source().origin(), rejected);
            return last.partition() == rejected.partition() && last.offset() > rejected.offset() ? last : null;
        }

        /** The positions of events that are their key's newest, and after which an older one comes. */
        List<LogPosition> overtaken() {
            return List.copyOf(overtaken.values());
        }
    }
}
