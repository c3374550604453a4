package dev.partnercatalog.streams;

import org.apache.kafka.common.serialization.Deserializer;

/** A placeholder for the deserializer of a topic that is only written, because Kafka Streams requires a serde. */
final class WriteOnly<T> implements Deserializer<T> {

    @Override
    public T deserialize(String topic, byte[] bytes) {
        throw new UnsupportedOperationException(topic + " is only written here");
    }
}
