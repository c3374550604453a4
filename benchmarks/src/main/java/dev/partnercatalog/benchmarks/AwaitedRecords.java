package dev.partnercatalog.benchmarks;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a reader waits for. Not thread-safe. */
interface AwaitedRecords {

    /** Adds the next record, in the order of its partition. */
    void take(ConsumerRecord<byte[], byte[]> record);

    /** What is missing, for people; empty once everything has arrived. */
    String missing();

    /** A number of records in topics whose names end so, whatever they contain. */
    static AwaitedRecords counted(long expected, String topics) {
        AtomicLong count = new AtomicLong();
        return new AwaitedRecords() {
            @Override
            public void take(ConsumerRecord<byte[], byte[]> record) {
                count.addAndGet(record.topic().endsWith(topics) ? 1 : 0);
            }

            @Override
            public String missing() {
                return count.get() >= expected ? "" : count + " of " + expected + " records";
            }
        };
    }
}
