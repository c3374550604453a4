package dev.partnercatalog.operations.deadletter;

import dev.partnercatalog.operations.topic.BrokerAnswer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Dismisses dead letters: they are no longer listed, counted or replayed with others, unless that is asked for. The
 * letters themselves stay as they are. Not thread-safe.
 */
public final class Dismissal {

    private final DeadLetterLog letters;
    private final Producer<byte[], byte[]> producer;
    private final String topic;

    /** @param topic full name of the topic of dismissals */
    public Dismissal(DeadLetterLog letters, Producer<byte[], byte[]> producer, String topic) {
        this.letters = letters;
        this.producer = producer;
        this.topic = topic;
    }

    /** Dismisses the letters that match and exist by now; it is durable when this returns. Returns how many. */
    public int run(DeadLetterFilter filter) {
        List<LogPosition> found = new ArrayList<>();
        letters.forEach(filter, letter -> found.add(letter.id()));
        record(found);
        return found.size();
    }

    /** Dismisses letters by their ids; it is durable when this returns. Returns those that exist. */
    public List<LogPosition> run(Collection<LogPosition> ids) {
        List<LogPosition> found = new ArrayList<>();
        letters.forEach(ids, letter -> found.add(letter.id()));
        record(found);
        return found;
    }

    private void record(List<LogPosition> dismissed) {
        for (byte[] record : Dismissals.records(dismissed)) {
            BrokerAnswer.await(
                    "the dismissal was not stored in topic " + topic,
                    () -> producer.send(new ProducerRecord<>(topic, record)).get());
        }
    }
}
