package dev.partnercatalog.operations.deadletter;

import dev.partnercatalog.runtime.LogReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads a source topic from the oldest of some dead letters on, and informs each dead letter of what came after it. Not
 * thread-safe.
 */
final class SourceScan {

    private final LogReader reader;
    private final Map<ByteBuffer, List<ReplayCandidate>> byKey = new HashMap<>();
    private final Map<TopicPartition, Long> next;

    SourceScan(LogReader reader, Collection<ReplayCandidate> candidates) {
        this.reader = reader;
        long oldest = Long.MAX_VALUE;
        Map<TopicPartition, Long> sources = new HashMap<>();
        for (ReplayCandidate candidate : candidates) {
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
    private void addByKey(ReplayCandidate candidate) {
        List<ReplayCandidate> ofKey = byKey.computeIfAbsent(candidate.key(), key -> new ArrayList<>(1));
        for (ReplayCandidate other : ofKey) {
            candidate.observe(other);
            other.observe(candidate);
        }
        ofKey.removeIf(other -> other.supersededAt() != null || other.replayedAt() != null);
        if (candidate.supersededAt() == null && candidate.replayedAt() == null) {
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
            byKey.getOrDefault(ByteBuffer.wrap(record.key()), List.of()).forEach(letter -> letter.observe(record));
        }
    }
}
