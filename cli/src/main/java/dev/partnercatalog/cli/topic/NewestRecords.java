package dev.partnercatalog.cli.topic;

import dev.partnercatalog.runtime.LogReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads a log backwards from its end, as far as it takes to find enough records. Not thread-safe. */
public final class NewestRecords {

    /** The number of offsets that are read at a time. */
    private static final long STEP = 1000;

    private record Placed<T>(long time, int partition, long offset, T value) {

        /** If times are equal, the later position counts as newer. */
        static <T> Comparator<Placed<T>> newestFirst() {
            return Comparator.<Placed<T>>comparingLong(Placed::time)
                    .thenComparingInt(Placed::partition)
                    .thenComparingLong(Placed::offset)
                    .reversed();
        }
    }

    private final LogReader reader;

    public NewestRecords(LogReader reader) {
        this.reader = reader;
    }

    /**
     * Returns what {@code shown} makes of the newest records for which it returns something.
     *
     * @param since stored at this time or later; null for any time
     * @param limit the most results to return
     * @return newest first
     */
    public <T> List<T> read(
            @Nullable Instant since, int limit, Function<ConsumerRecord<byte[], byte[]>, @Nullable T> shown) {
        List<Placed<T>> newest = new ArrayList<>();
        Map<TopicPartition, Long> ends = reader.ends();
        starts(since)
                .forEach((partition, start) ->
                        newest.addAll(newest(partition, start, ends.getOrDefault(partition, 0L), limit, shown)));
        return newest.stream()
                .sorted(Placed.newestFirst())
                .limit(limit)
                .map(Placed::value)
                .toList();
    }

    private <T> List<Placed<T>> newest(
            TopicPartition partition,
            long start,
            long end,
            int limit,
            Function<ConsumerRecord<byte[], byte[]>, @Nullable T> shown) {
        List<Placed<T>> newest = new ArrayList<>();
        for (long to = end; to > start && newest.size() < limit; to -= STEP) {
            List<Placed<T>> step = new ArrayList<>();
            reader.read(Map.of(partition, Math.max(start, to - STEP)), Map.of(partition, to), record -> {
                T value = shown.apply(record);
                if (value != null) {
                    step.add(new Placed<>(record.timestamp(), record.partition(), record.offset(), value));
                }
            });
            Collections.reverse(step);
            newest.addAll(step);
        }
        return newest;
    }

    /** The offset at which each partition begins, or reaches a time. */
    public Map<TopicPartition, Long> starts(@Nullable Instant since) {
        Map<TopicPartition, Long> starts = new HashMap<>(reader.beginnings());
        if (since != null) {
            starts.putAll(reader.offsetsAt(since.toEpochMilli()));
        }
        return starts;
    }
}
