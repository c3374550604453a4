package dev.partnercatalog.operations.deadletter;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Where the records of one run are in their topic. Takes a bit for each offset between a partition's first and last.
 * Thread-safe: the producer's own thread reports the positions.
 */
public final class PublishedPositions {

    /** A bit set's numbers are an int's; a run of more records than this in a partition isn't told apart from others. */
    private static final long MOST = Integer.MAX_VALUE;

    private record Partition(long first, BitSet offsets) {}

    private final Map<Integer, Partition> partitions = new HashMap<>();
    private long count;

    /** Notes the position of a record that the brokers acknowledged. */
    public synchronized void add(RecordMetadata record) {
        Partition partition =
                partitions.computeIfAbsent(record.partition(), any -> new Partition(record.offset(), new BitSet()));
        long index = record.offset() - partition.first;
        if (index >= 0 && index < MOST) {
            partition.offsets.set((int) index);
        }
        count++;
    }

    /** The number of records. */
    public synchronized long count() {
        return count;
    }

    /** Whether a record of this run is at a position. */
    synchronized boolean contain(LogPosition position) {
        Partition partition = partitions.get(position.partition());
        if (partition == null) {
            return false;
        }
        long index = position.offset() - partition.first;
        return index >= 0 && index < MOST && partition.offsets.get((int) index);
    }
}
