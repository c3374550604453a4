package dev.partnercatalog.streams;

import dev.partnercatalog.streams.input.InputEvent;
import dev.partnercatalog.streams.input.InputEvent.RepairEvent;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;

/**
 * The steps of repairs as updates. They pass through the same repartition topics as events, so that each row has one
 * order of both.
 */
final class RepairUpdates {

    private final KStream<byte[], RepairEvent> repairs;

    /** @param events the steps as they were read */
    RepairUpdates(KStream<byte[], InputEvent> events) {
        repairs = events.mapValues(RepairEvent.class::cast, Named.as("repairs-only"));
    }

    /** The updates of one kind, by the key that they are about. */
    <T> KStream<String, T> of(Class<T> kind, String name) {
        return repairs.filter((key, event) -> kind.isInstance(event.repair().getUpdate()), Named.as(name))
                .map(
                        (key, event) -> KeyValue.pair(
                                event.repair().getKey(),
                                kind.cast(event.repair().getUpdate())),
                        Named.as(name + "-only"));
    }
}
