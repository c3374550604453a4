package dev.partnercatalog.cli.deadletter;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.partnercatalog.cli.deadletter.DeadLetter.Source;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.runtime.topic.LogReader;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.quarantine.DeadLetterHeaders;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
            } else {
                byTopic.computeIfAbsent(source.topic(), topic -> new ArrayList<>())
                        .add(new Candidate(letter.id(), source, ByteBuffer.wrap(key)));
            }
        });
        byTopic.forEach(this::run);
    }

    private @Nullable String obstacle(DeadLetter letter) {
        Source source = letter.source();
        if (source == null) {
            return "it has no source";
        }
        if (letter.key() == null) {
            return "it has no key, and its topic requires one";
        }
        if (Stream.of(CatalogTopic.values())
                .noneMatch(each -> each.isInput() && topics.nameOf(each).equals(source.topic()))) {
            return "it is not an upstream event: its sender on " + source.topic() + " was informed that it failed";
        }
        return letter.omittedBytes() == 0
                ? null
                : "its value of " + letter.omittedBytes() + " bytes was too large to be kept";
    }

    private void report(LogPosition id, Outcome outcome, @Nullable String topic, String detail) {
        receiver.accept(new Result(id, outcome, topic, detail));
    }

    private void run(String topic, List<Candidate> candidates) {
        LogReader reader = topics.log(topic);
        int partitions = reader.partitions().size();
        SourceScan scan = new SourceScan(reader, candidates);
        scan.advance();
        Map<LogPosition, Candidate> chosen = new TreeMap<>();
        for (Candidate candidate : candidates) {
            int partition = candidate.source().position().partition();
            Result hindrance = mode.force() ? null : scan.hindrance(candidate);
            if (partition >= partitions) {
                // A producer would wait half a minute for it.
                String detail = "it came from partition " + partition + ", but " + topic + " has only " + partitions;
                report(candidate.id(), Outcome.IMPOSSIBLE, topic, detail);
            } else if (hindrance == null) {
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
                answers.put(letter.id(), publish(letter, candidate.source(), scan.hindrance(candidate) != null));
            });
            topics.producer().flush();
            answers.forEach((id, answer) -> report(id, topic, answer));
            if (!mode.force()) {
                restoreOrder(topic, reader, scan);
            }
        }
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
                        record -> repeated.add(repeat(record)));
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
        Headers headers = DeadLetter.withoutOurs(letter.headers());
        if (!asNewest) {
            DeadLetterHeaders.put(
                    headers, DeadLetterHeaders.ORIGIN, source.origin().toString());
            DeadLetterHeaders.put(headers, DeadLetterHeaders.ATTEMPTS, Long.toString(letter.attempts()));
        }
        return send(source, letter.key(), letter.value(), headers);
    }

    /** Publishes a record of a source topic once more, after what has arrived since. */
    private Future<RecordMetadata> repeat(ConsumerRecord<byte[], byte[]> record) {
        LogPosition at = new LogPosition(record.partition(), record.offset());
        LogPosition origin = DeadLetter.origin(record.headers(), at);
        Headers headers = DeadLetter.withoutOurs(record.headers());
        DeadLetterHeaders.put(headers, DeadLetterHeaders.ORIGIN, origin.toString());
        return send(new Source(record.topic(), at, record.timestamp(), origin), record.key(), record.value(), headers);
    }

    private Future<RecordMetadata> send(Source to, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        // An old producer may have left the timestamp out: then the brokers give it one.
        Long timestamp = to.timestamp() < 0 ? null : to.timestamp();
        try {
            return topics.producer()
                    .send(new ProducerRecord<>(to.topic(), to.position().partition(), timestamp, key, value, headers));
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
        private final Map<ByteBuffer, @Nullable KeyedEvent> newest = new HashMap<>();

        /** The keys after whose newest event an older one comes in its partition, with the newest one's position. */
        private final Map<ByteBuffer, LogPosition> overtaken = new HashMap<>();

        SourceScan(LogReader reader, Collection<Candidate> candidates) {
            long oldest = Long.MAX_VALUE;
            Map<TopicPartition, Long> sources = new HashMap<>();
            for (Candidate candidate : candidates) {
                LogPosition origin = candidate.source().origin();
                newest.put(candidate.key(), null);
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
            if (key == null || !newest.containsKey(key)) {
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
        }

        /** What stands against publishing a candidate as the event that it was; null if nothing does. */
        @Nullable
        Result hindrance(Candidate candidate) {
            Source source = candidate.source();
            KeyedEvent last = newest.get(candidate.key());
            if (last == null) {
                return null;
            }
            String place = source.topic() + " " + last.at();
            if (last.isNewerThan(source.origin(), source.timestamp())) {
                String detail = "a newer event of its key is at " + place + " and would be overwritten";
                return new Result(candidate.id(), Outcome.SUPERSEDED, source.topic(), detail);
            }
            return last.origin().equals(source.origin()) && last.at().compareTo(source.position()) > 0
                    ? new Result(
                            candidate.id(), Outcome.REPLAYED_BEFORE, source.topic(), "was replayed before, to " + place)
                    : null;
        }

        /** The positions of events that are their key's newest, and after which an older one comes. */
        List<LogPosition> overtaken() {
            return List.copyOf(overtaken.values());
        }
    }
}
