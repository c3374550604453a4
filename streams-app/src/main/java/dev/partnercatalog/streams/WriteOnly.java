package dev.partnercatalog.streams;

import org.apache.kafka.common.serialization.Deserializer;

/** Stands where Kafka Streams asks for a serde of a topic that is only written. */
final class WriteOnly<T> implements Deserializer<T> {

    @Override
    public T deserialize(String topic, byte[] bytes) {
        throw new UnsupportedOperationException(topic + " is only written here");
    }
}
