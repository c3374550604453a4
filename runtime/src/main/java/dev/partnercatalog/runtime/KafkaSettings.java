package dev.partnercatalog.runtime;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Map;
import java.util.Properties;

/**
 * How to reach the Kafka cluster and what its topics are called.
 *
 * @param bootstrapServers {@code host:port}, several separated by commas
 * @param clientProperties given as they are to every client, such as {@code security.protocol}; may hold secrets, so
 *     they are never printed
 */
public record KafkaSettings(String bootstrapServers, TopicSettings topics, Map<String, String> clientProperties) {

    public KafkaSettings {
        clientProperties = Map.copyOf(clientProperties);
    }

    /** The same, with topics that have so many partitions. */
    public KafkaSettings withPartitions(int partitions) {
        return new KafkaSettings(bootstrapServers, topics.found(partitions), clientProperties);
    }

    /** What every client needs: the brokers and the operator's own properties. */
    public Properties properties() {
        Properties properties = new Properties();
        properties.putAll(clientProperties);
        properties.put("bootstrap.servers", bootstrapServers);
        return properties;
    }

    /** The name of one of our applications on this cluster, which is its consumer group and transactional id too. */
    public String applicationId(String application) {
        return topics.prefix() + application;
    }

    @Override
    public String toString() {
        return "KafkaSettings[bootstrapServers=" + bootstrapServers + ", topics=" + topics + ", clientProperties="
                + clientProperties.keySet() + "]";
    }
}
