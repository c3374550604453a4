package dev.partnercatalog.benchmarks.input;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a reader waits for. Not thread-safe. */
public interface AwaitedRecords {

    /** Adds the next record, in the order of its partition. */
    void take(ConsumerRecord<byte[], byte[]> record);

    /** Whether everything has arrived. */
    boolean isComplete();

    /** What is missing, for people. */
    String missing();
}
