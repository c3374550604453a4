package dev.partnercatalog.benchmarks.input;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What is waited for at the end. Not thread-safe. */
public interface Arrivals {

    /** Takes the next record, in the order of its partition. */
    void take(ConsumerRecord<byte[], byte[]> record);

    /** Whether everything is there. */
    boolean isComplete();

    /** What lacks, for people. */
    String missing();
}
