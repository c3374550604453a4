package dev.partnercatalog.producer;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.HashMap;
import java.util.Map;

/**
 * Where and how to publish.
 *
 * @param properties of Kafka's producer, and of Apicurio's serializer by the names in its documentation:
 *     {@code bootstrap.servers}, {@code apicurio.registry.url}, and whatever else your cluster and your registry require,
 *     such as {@code security.protocol} or {@code apicurio.registry.auth.username}. Your values take precedence over
 *     {@link #DEFAULTS}. They may contain secrets, so they are never printed
 * @param topicPrefix of the environment, {@code catalog.} by default
 */
public record ProducerSettings(Map<String, String> properties, String topicPrefix) {

    /**
     * The properties that an upstream system's producer should have. Retries lose and duplicate no records, and events of one key
     * stay in order ({@code acks}, {@code enable.idempotence}); records wait up to 10 ms to share a request with others; the
     * largest event fits into one request. No partitioner is set: any will do, so Kafka's default applies.
     */
    public static final Map<String, String> DEFAULTS = Map.of(
            "acks", "all",
            "enable.idempotence", "true",
            "linger.ms", "10",
            "compression.type", "lz4",
            "max.request.size", Integer.toString(2 * TopicSettings.MAX_PARTNER_BYTES));

    /**
     * @throws IllegalArgumentException if the registry's address is missing, or if the catalog couldn't read what Apicurio's
     *     serializer would write with its settings; the message names the setting
     */
    public ProducerSettings {
        properties = Map.copyOf(properties);
        SerializerSettings.of(properties);
    }

    /** For an environment with the default prefix. */
    public static ProducerSettings of(Map<String, String> properties) {
        return new ProducerSettings(properties, TopicSettings.DEFAULT_PREFIX);
    }

    /** The properties for your own producer, without serializers: {@link #DEFAULTS}, overridden by your values. */
    public Map<String, Object> producerProperties() {
        Map<String, Object> kafka = new HashMap<>(DEFAULTS);
        kafka.putAll(properties);
        kafka.keySet().removeIf(name -> name.startsWith(SerializerSettings.PREFIX));
        return kafka;
    }

    /** The settings of Apicurio's serializer. */
    Map<String, Object> serializerSettings() {
        return SerializerSettings.of(properties);
    }

    @Override
    public String toString() {
        return "ProducerSettings[properties=" + properties.keySet() + ", topicPrefix=" + topicPrefix + "]";
    }
}
