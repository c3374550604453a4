package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.cli.deadletter.DeadLetter.Source;
import dev.partnercatalog.cli.topic.TopicReading;
import dev.partnercatalog.runtime.LogReader;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads a source topic from the oldest of some dead letters on: what came after each of them? Not thread-safe. */
final class SourceScan {

    /** A dead letter that may be republished; without its bytes, because there may be very many. */
    record Candidate(LogPosition id, Source source, ByteBuffer key) {}

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

    /** The events of a key: the newest one, and the one that comes last in the newest one's partition. */
    private static final class KeyEvents {

        private @Nullable KeyedEvent newest;
        private @Nullable KeyedEvent last;

        void add(KeyedEvent event) {
            KeyedEvent before = newest;
            if (before == null || !before.isNewerThan(event.origin(), event.timestamp())) {
                newest = event;
                last = event;
            } else if (before.at().partition() == event.at().partition()) {
                last = event;
            }
        }

        /** Where the newest one is if an older one comes after it, otherwise null. */
        @Nullable
        LogPosition overtaken() {
            return newest == null || last == null || newest.origin().equals(last.origin()) ? null : newest.at();
        }
    }

    private final TopicReading reading;
    private final Map<ByteBuffer, KeyEvents> byKey = new HashMap<>();

    /** Where each candidate's event is last, by where it was first published. */
    private final Map<LogPosition, LogPosition> lastPositions = new HashMap<>();

    SourceScan(LogReader reader, Collection<Candidate> candidates) {
        long oldest = Long.MAX_VALUE;
        Map<TopicPartition, Long> sources = new HashMap<>();
        for (Candidate candidate : candidates) {
            LogPosition origin = candidate.source().origin();
            byKey.put(candidate.key(), new KeyEvents());
            lastPositions.put(origin, origin);
            sources.merge(reader.partition(origin.partition()), origin.offset(), Math::min);
            oldest = Math.min(oldest, candidate.source().timestamp());
        }
        // In other partitions, an event of the same key exists only if upstream has changed its partitioning.
        Map<TopicPartition, Long> next = reader.offsetsAt(oldest);
        sources.forEach((partition, offset) -> next.replace(partition, offset));
        reading = new TopicReading(reader, next, this::observe);
    }

    /** Reads what has arrived since the last call. */
    void advance() {
        reading.advance();
    }

    private void observe(ConsumerRecord<byte[], byte[]> record) {
        KeyEvents events = record.key() == null ? null : byKey.get(ByteBuffer.wrap(record.key()));
        if (events != null) {
            LogPosition at = new LogPosition(record.partition(), record.offset());
            KeyedEvent event = new KeyedEvent(DeadLetter.origin(record.headers(), at), record.timestamp(), at);
            events.add(event);
            lastPositions.replace(event.origin(), at);
        }
    }

    /** The position of a newer event of a candidate's key, null if there is none. */
    @Nullable
    LogPosition newer(Candidate candidate) {
        KeyEvents events = byKey.get(candidate.key());
        KeyedEvent newest = events == null ? null : events.newest;
        Source source = candidate.source();
        return newest != null && newest.isNewerThan(source.origin(), source.timestamp()) ? newest.at() : null;
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
        return byKey.values().stream()
                .flatMap(events -> Stream.ofNullable(events.overtaken()))
                .toList();
    }
}
