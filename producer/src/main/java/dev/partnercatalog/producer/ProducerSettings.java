package dev.partnercatalog.producer;

import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/**
 * Where to publish, and how.
 *
 * @param kafka properties of Kafka's producer: {@code bootstrap.servers}, and what else your cluster asks for, such as
 *     {@code security.protocol}. What you set takes precedence over {@link #DEFAULTS}. May hold secrets, so they are never printed
 * @param registry where the schema registry (Apicurio 3) is, and what it is sent as authorization
 * @param topicPrefix of the environment, {@code catalog.} by default
 */
public record ProducerSettings(Map<String, String> kafka, RegistrySettings registry, String topicPrefix) {

    /**
     * What an upstream's producer should set. No record is lost or doubled by a retry, and events of one key stay in order ({@code
     * acks}, {@code enable.idempotence}); records wait up to 10 ms for others to share a request with; the largest event fits
     * into one. There is no partitioner: any will do, so Kafka's own decides.
     */
    public static final Map<String, String> DEFAULTS = Map.of(
            "acks", "all",
            "enable.idempotence", "true",
            "linger.ms", "10",
            "compression.type", "lz4",
            "max.request.size", Integer.toString(2 * TopicSettings.MAX_EVENT_BYTES));

    public ProducerSettings {
        kafka = Map.copyOf(kafka);
    }

    /** Of an environment with the usual prefix, whose registry asks nobody who they are. */
    public static ProducerSettings of(Map<String, String> kafka, URI registry) {
        return new ProducerSettings(kafka, RegistrySettings.at(registry), TopicSettings.DEFAULT_PREFIX);
    }

    /** The properties for a producer of your own, without its serializers: {@link #DEFAULTS}, and yours over them. */
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
