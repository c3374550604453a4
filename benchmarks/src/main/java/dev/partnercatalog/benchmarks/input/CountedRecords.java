package dev.partnercatalog.benchmarks.input;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A number of records, whatever they contain. */
public final class CountedRecords implements AwaitedRecords {

    private final long expected;
    private long count;

    public CountedRecords(long expected) {
        this.expected = expected;
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        count++;
    }

    @Override
    public boolean isComplete() {
        return count >= expected;
    }

    @Override
    public String missing() {
        return count + " of " + expected + " records";
    }
}
