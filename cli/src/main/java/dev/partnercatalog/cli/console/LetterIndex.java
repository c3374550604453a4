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

    private record Letter(LogPosition id, DeadLetter.Kind cause) {}

    /** How many dead letters have a cause. */
    record Cause(String topic, String reason, long letters) {}

    private final Map<DeadLetter.Event, Letter> letters = new LinkedHashMap<>();
    private DeadLetter.Kinds causes = new DeadLetter.Kinds();

    @Override
    public synchronized void begin(int partitions) {
        letters.clear();
        causes = new DeadLetter.Kinds();
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
        // One that was republished and rejected again is the newest.
        letters.remove(letter.event());
        letters.put(letter.event(), new Letter(letter.id(), causes.of(letter)));
        if (letters.size() > MOST) {
            letters.remove(letters.keySet().iterator().next());
        }
    }

    /** @param beginnings the first offset of each partition of dead letters that still exists */
    synchronized void expire(Map<TopicPartition, Long> beginnings) {
        beginnings.forEach((partition, first) -> letters.values()
                .removeIf(letter -> letter.id().partition() == partition.partition()
                        && letter.id().offset() < first));
    }

    /** The number of dead letters, as far as they have been counted: {@value #MOST} at most. */
    synchronized long size() {
        return letters.size();
    }

    /** The causes, the most frequent first. */
    synchronized List<Cause> causes() {
        Map<DeadLetter.Kind, Long> counts = new HashMap<>();
        letters.values().forEach(letter -> counts.merge(letter.cause(), 1L, Long::sum));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<DeadLetter.Kind, Long>comparingByValue().reversed())
                .map(count -> new Cause(count.getKey().topic(), count.getKey().reason(), count.getValue()))
                .toList();
    }
}
