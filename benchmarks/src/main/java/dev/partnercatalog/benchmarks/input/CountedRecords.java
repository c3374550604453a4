package dev.partnercatalog.benchmarks.input;

import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A number of records, whatever they contain. */
public final class CountedRecords implements AwaitedRecords {

    private final long expected;
    private final Predicate<ConsumerRecord<byte[], byte[]>> counted;
    private long count;

    public CountedRecords(long expected) {
        this(expected, record -> true);
    }

    /** @param counted which records count */
    public CountedRecords(long expected, Predicate<ConsumerRecord<byte[], byte[]>> counted) {
        this.expected = expected;
        this.counted = counted;
    }

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
        count += counted.test(record) ? 1 : 0;
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
