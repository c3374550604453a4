package dev.partnercatalog.query.table;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;

/** The point from which a topic of messages is read. */
@FunctionalInterface
public interface StartingPoint {

    /** Moves a consumer there in all of its partitions. */
    void seek(Consumer<?, ?> consumer);

    /** After the current last message. */
    static StartingPoint now() {
        return consumer -> consumer.endOffsets(consumer.assignment()).forEach(consumer::seek);
    }

    /** At the first message that is no older than this; partitions without one, at their end. */
    static StartingPoint ago(Duration age, Clock clock) {
        return consumer -> {
            now().seek(consumer);
            long from = clock.instant().minus(age).toEpochMilli();
            Map<org.apache.kafka.common.TopicPartition, Long> times =
                    consumer.assignment().stream().collect(Collectors.toMap(partition -> partition, partition -> from));
            consumer.offsetsForTimes(times).forEach((partition, found) -> {
                if (found != null) {
                    consumer.seek(partition, found.offset());
                }
            });
        };
    }
}
