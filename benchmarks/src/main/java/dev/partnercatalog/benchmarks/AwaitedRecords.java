package dev.partnercatalog.benchmarks;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a reader waits for. Not thread-safe. */
interface AwaitedRecords {

    /** Adds the next record, in the order of its partition. */
    void take(ConsumerRecord<byte[], byte[]> record);

    /** What is missing, for people; empty once everything has arrived. */
    String missing();

    /** A number of records, whatever they contain. */
    static AwaitedRecords counted(long expected) {
        AtomicLong count = new AtomicLong();
        return new AwaitedRecords() {
            @Override
            public void take(ConsumerRecord<byte[], byte[]> record) {
                count.incrementAndGet();
            }

            @Override
            public String missing() {
                return count.get() >= expected ? "" : count + " of " + expected + " records";
            }
        };
    }

    /** For each of the events a record that shows it. */
    static AwaitedRecords showing(List<ChangingCatalog.Event> events) {
        Map<String, List<String>> missing = new HashMap<>();
        events.forEach(event ->
                missing.computeIfAbsent(event.shownAt(), any -> new ArrayList<>()).add(event.shown()));
        return new AwaitedRecords() {
            @Override
            public void take(ConsumerRecord<byte[], byte[]> record) {
                String key = new String(record.key(), StandardCharsets.UTF_8);
                List<String> shown = missing.get(key);
                if (shown != null && record.value() != null) {
                    String value = new String(record.value(), StandardCharsets.ISO_8859_1);
                    shown.removeIf(value::contains);
                    if (shown.isEmpty()) {
                        missing.remove(key);
                    }
                }
            }

            @Override
            public String missing() {
                return missing.isEmpty()
                        ? ""
                        : missing.size() + " records, such as "
                                + missing.entrySet().stream().limit(3).toList();
            }
        };
    }
}
