package dev.partnercatalog.producer;

import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/**
 * Where and how to publish.
 *
 * @param kafka properties of Kafka's producer: {@code bootstrap.servers}, and whatever else your cluster requires, such as
 *     {@code security.protocol}. Your values take precedence over {@link #DEFAULTS}. They may contain secrets, so they are never
 *     printed
 * @param registry the address of the schema registry (Apicurio 3), and the authorization sent to it
 * @param topicPrefix of the environment, {@code catalog.} by default
 */
public record ProducerSettings(Map<String, String> kafka, RegistrySettings registry, String topicPrefix) {

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

    public ProducerSettings {
        kafka = Map.copyOf(kafka);
    }

    /** For an environment with the default prefix, whose registry requires no authentication. */
    public static ProducerSettings of(Map<String, String> kafka, URI registry) {
        return new ProducerSettings(kafka, RegistrySettings.at(registry), TopicSettings.DEFAULT_PREFIX);
    }

    /** The properties for your own producer, without its serializers: {@link #DEFAULTS}, overridden by your values. */
    public Map<String, Object> producerProperties() {
        Map<String, Object> properties = new HashMap<>(DEFAULTS);
        properties.putAll(kafka);
        return properties;
    }

    @Override
    public String toString() {
        return "ProducerSettings[kafka=" + kafka.keySet() + ", registry=" + registry.url() + ", topicPrefix="
                + topicPrefix + "]";
    }
}
