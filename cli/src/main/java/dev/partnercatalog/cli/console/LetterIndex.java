package dev.partnercatalog.cli.console;

import dev.partnercatalog.cli.deadletter.DeadLetter;
import dev.partnercatalog.cli.deadletter.LogPosition;
import dev.partnercatalog.cli.topic.TopicReceiver;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The newest dead letters by cause. Thread-safe. */
final class LetterIndex implements TopicReceiver {

    private static final int MOST = 100_000;

    /** How many dead letters have a cause. */
    record Cause(String topic, String reason, long letters) {}

    private final Map<LogPosition, DeadLetter.Kind> letters = new LinkedHashMap<>();

    /** Each cause once, for all its letters. */
    private final Map<DeadLetter.Kind, DeadLetter.Kind> causes = new HashMap<>();

    @Override
    public synchronized void begin(int partitions) {
        letters.clear();
        causes.clear();
    }

    @Override
    public long latest() {
        return MOST;
    }

    @Override
    public boolean takesKeyless() {
        return true;
    }

    @Override
    public synchronized void accept(ConsumerRecord<String, byte[]> record) {
        DeadLetter letter = DeadLetter.of(record, null);
        letters.put(letter.id(), causes.computeIfAbsent(DeadLetter.Kind.of(letter), cause -> cause));
        if (letters.size() > MOST) {
            letters.remove(letters.keySet().iterator().next());
        }
    }

    /** @param beginnings the first offset of each partition of dead letters that still exists */
    synchronized void expire(Map<TopicPartition, Long> beginnings) {
        beginnings.forEach((partition, first) -> letters.keySet()
                .removeIf(id -> id.partition() == partition.partition() && id.offset() < first));
    }

    /** The number of dead letters, as far as they have been counted: {@value #MOST} at most. */
    synchronized long size() {
        return letters.size();
    }

    /** The causes, the most frequent first. */
    synchronized List<Cause> causes() {
        Map<DeadLetter.Kind, Long> counts = new HashMap<>();
        letters.values().forEach(cause -> counts.merge(cause, 1L, Long::sum));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<DeadLetter.Kind, Long>comparingByValue().reversed())
                .map(count -> new Cause(count.getKey().topic(), count.getKey().reason(), count.getValue()))
                .toList();
    }
}
