package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.cli.deadletter.DeadLetter.Source;
import dev.partnercatalog.runtime.LogReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads a source topic from the oldest of some dead letters on, and informs each dead letter of what came after it. Not
 * thread-safe.
 */
final class SourceScan {

    private final LogReader reader;
    private final Map<ByteBuffer, List<Candidate>> byKey = new HashMap<>();
    private final Map<TopicPartition, Long> next;

    /**
     * An event in the order of its key's events: by where it was first published. Within one partition that is the
     * offset. If a key's events are in several partitions, Kafka knows no order, and their timestamps are the best
     * available.
     *
     * @param origin where it was first published
     * @param timestamp timestamp in milliseconds since 1970
     * @param at where it is
     */
    private record KeyedEvent(LogPosition origin, long timestamp, LogPosition at) {

        boolean isNewerThan(KeyedEvent other) {
            return origin.partition() == other.origin.partition()
                    ? origin.offset() > other.origin.offset()
                    : timestamp > other.timestamp;
        }

        boolean isBehind(LogPosition position) {
            return at.partition() == position.partition() && at.offset() > position.offset();
        }
    }

    /**
     * A dead letter that may be republished, and what its topic contains of the same key that is newer. Without the
     * dead letter's bytes, because there may be very many.
     */
    static final class Candidate {

        private final LogPosition id;
        private final Source source;
        private final ByteBuffer key;
        private final KeyedEvent event;
        private @Nullable LogPosition supersededAt;
        private @Nullable LogPosition replayedAt;
        private @Nullable KeyedEvent newest;
        private @Nullable KeyedEvent last;

        Candidate(LogPosition id, Source source, byte[] key) {
            this.id = id;
            this.source = source;
            this.key = ByteBuffer.wrap(key);
            this.event = new KeyedEvent(source.origin(), source.timestamp(), source.position());
        }

        LogPosition id() {
            return id;
        }

        Source source() {
            return source;
        }

        /** The position of a newer event of its key, null if there is none. */
        @Nullable
        LogPosition supersededAt() {
            return supersededAt;
        }

        /** Where it was republished after it was rejected, null if it wasn't. */
        @Nullable
        LogPosition replayedAt() {
            return replayedAt;
        }

        /** The position of the key's newest event if an older one now comes after it, otherwise null. */
        @Nullable
        LogPosition overtaken() {
            return newest == null || last == null || newest.origin().equals(last.origin()) ? null : newest.at();
        }

        /** Takes account of an event of this key in the source topic. */
        private void follow(KeyedEvent seen) {
            compare(seen);
            if (seen.at().partition() == source.position().partition()) {
                last = seen;
                if (newest == null || !newest.isNewerThan(seen)) {
                    newest = seen;
                }
            }
        }

        /** Takes account of an event or another dead letter of this key. */
        private void compare(KeyedEvent other) {
            if (!other.origin().equals(event.origin())) {
                supersededAt = other.isNewerThan(event) ? other.at() : supersededAt;
            } else if (other.isBehind(source.position())) {
                replayedAt = other.at();
            }
        }

        private boolean isHindered() {
            return supersededAt != null || replayedAt != null;
        }
    }

    SourceScan(LogReader reader, Collection<Candidate> candidates) {
        this.reader = reader;
        long oldest = Long.MAX_VALUE;
        Map<TopicPartition, Long> sources = new HashMap<>();
        for (Candidate candidate : candidates) {
            addByKey(candidate);
            LogPosition origin = candidate.source().origin();
            sources.merge(reader.partition(origin.partition()), origin.offset(), Math::min);
            oldest = Math.min(oldest, candidate.source().timestamp());
        }
        // In other partitions, an event of the same key exists only if upstream has changed its partitioning.
        next = reader.offsetsAt(oldest);
        Map<TopicPartition, Long> beginnings = reader.beginnings();
        sources.forEach((partition, offset) ->
                next.computeIfPresent(partition, (p, at) -> Math.max(offset, beginnings.getOrDefault(p, 0L))));
    }

    /** One represents all older ones of its key. So a key with many dead letters costs no more than one with few. */
    private void addByKey(Candidate candidate) {
        List<Candidate> ofKey = byKey.computeIfAbsent(candidate.key, key -> new ArrayList<>(1));
        for (Candidate other : ofKey) {
            candidate.compare(other.event);
            other.compare(candidate.event);
        }
        ofKey.removeIf(Candidate::isHindered);
        if (!candidate.isHindered()) {
            ofKey.add(candidate);
        }
    }

    /** Reads what has arrived since the last call. */
    void advance() {
        Map<TopicPartition, Long> ends = reader.ends();
        reader.read(next, ends, this::observe);
        next.putAll(ends);
    }

    private void observe(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() != null) {
            LogPosition at = new LogPosition(record.partition(), record.offset());
            KeyedEvent seen = new KeyedEvent(DeadLetter.origin(record.headers(), at), record.timestamp(), at);
            byKey.getOrDefault(ByteBuffer.wrap(record.key()), List.of()).forEach(letter -> letter.follow(seen));
        }
    }
}
