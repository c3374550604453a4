package dev.partnercatalog.runtime;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Map;
import java.util.Properties;

/**
 * How to reach the Kafka cluster, and how its topics are named.
 *
 * @param bootstrapServers {@code host:port}, separated by commas if there are several
 * @param clientProperties passed unchanged to every client, such as {@code security.protocol}; they may contain
 *     secrets, so they are never printed
 */
public record KafkaSettings(String bootstrapServers, TopicSettings topics, Map<String, String> clientProperties) {

    public KafkaSettings {
        clientProperties = Map.copyOf(clientProperties);
    }

    /** The same settings, with this number of partitions. */
    public KafkaSettings withPartitions(int partitions) {
        return new KafkaSettings(bootstrapServers, topics.found(partitions), clientProperties);
    }

    /** What every client needs: the brokers' addresses and the operator's own properties. */
    public Properties properties() {
        Properties properties = new Properties();
        properties.putAll(clientProperties);
        properties.put("bootstrap.servers", bootstrapServers);
        return properties;
    }

    /** The name of one of our applications on this cluster; also its consumer group and transactional id. */
    public String applicationId(String application) {
        return topics.prefix() + application;
    }

    @Override
    public String toString() {
        return "KafkaSettings[bootstrapServers=" + bootstrapServers + ", topics=" + topics + ", clientProperties="
                + clientProperties.keySet() + "]";
    }
}
