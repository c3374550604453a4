package dev.partnercatalog.producer;

import dev.partnercatalog.schemas.registry.CatalogDatumProvider;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.apicurio.registry.resolver.DefaultSchemaResolver;
import io.apicurio.registry.serde.Default4ByteIdHandler;
import io.apicurio.registry.serde.strategy.TopicIdStrategy;
import java.util.HashMap;
import java.util.Map;

/**
 * Where and how to publish.
 *
 * @param properties of Kafka's producer, and of Apicurio's serializer by the names in its documentation, such as
 *     {@code bootstrap.servers} and {@code apicurio.registry.url}. They take precedence over {@link #DEFAULTS}, and may contain
 *     secrets, so they are never printed
 * @param topicPrefix of the environment, {@code catalog.} by default
 */
public record ProducerSettings(Map<String, String> properties, String topicPrefix) {

    /**
     * What an upstream system's producer should have. Retries lose and duplicate no records, and events of one key stay in order;
     * records wait up to 10 ms to share a request; the largest event fits into one. Any partitioner will do.
     */
    public static final Map<String, String> DEFAULTS = Map.of(
            "acks", "all",
            "enable.idempotence", "true",
            "linger.ms", "10",
            "compression.type", "lz4",
            "max.request.size", Integer.toString(2 * TopicSettings.MAX_PARTNER_BYTES));

    private static final String APICURIO = "apicurio.";
    private static final String REGISTRY_URL = "apicurio.registry.url";

    /** With another value, records would become dead letters or lose fields. */
    private static final Map<String, String> FIXED = Map.of(
            "apicurio.registry.dereference-schema", "true",
            "apicurio.registry.find-latest", "false",
            "apicurio.registry.auto-register.if-exists", "FIND_OR_CREATE_VERSION",
            "apicurio.registry.schema-resolver", DefaultSchemaResolver.class.getName(),
            "apicurio.registry.artifact-resolver-strategy", TopicIdStrategy.class.getName(),
            "apicurio.registry.use-id", "contentId",
            "apicurio.registry.id-handler", Default4ByteIdHandler.class.getName(),
            "apicurio.registry.headers.enabled", "false",
            "apicurio.registry.avro.encoding", "BINARY",
            "apicurio.registry.avro-datum-provider", CatalogDatumProvider.class.getName());

    /**
     * @throws IllegalArgumentException if the registry's address is missing, or if the catalog couldn't read what would be
     *     written; the message names the setting
     */
    public ProducerSettings {
        properties = Map.copyOf(properties);
        if (properties.getOrDefault(REGISTRY_URL, "").isBlank()) {
            throw new IllegalArgumentException(REGISTRY_URL + " is missing");
        }
        properties.forEach((name, value) -> {
            if (name.startsWith("apicurio.registry.artifact.")
                    || !FIXED.getOrDefault(name, value).equalsIgnoreCase(value)) {
                throw new IllegalArgumentException(name + " can't be " + value
                        + ": the catalog couldn't read the records, or fields would be lost");
            }
        });
    }

    /** For an environment with the default prefix. */
    public static ProducerSettings of(Map<String, String> properties) {
        return new ProducerSettings(properties, TopicSettings.DEFAULT_PREFIX);
    }

    /** The properties for your own producer, without serializers: {@link #DEFAULTS}, overridden by your values. */
    public Map<String, Object> producerProperties() {
        Map<String, Object> kafka = new HashMap<>(DEFAULTS);
        kafka.putAll(properties);
        kafka.keySet().removeIf(name -> name.startsWith(APICURIO));
        return kafka;
    }

    /** The settings of Apicurio's serializer: yours, and those without which the catalog couldn't read the records. */
    Map<String, Object> serializerSettings() {
        Map<String, Object> settings = new HashMap<>(Map.of("apicurio.registry.auto-register", "true"));
        settings.putAll(properties);
        settings.keySet().removeIf(name -> !name.startsWith(APICURIO));
        settings.putAll(FIXED);
        // Every call fails if the address ends in /apis/registry/v3/.
        settings.put(
                REGISTRY_URL, properties.getOrDefault(REGISTRY_URL, "").strip().replaceAll("/+$", ""));
        // Its calls end when they are interrupted.
        settings.put("apicurio.registry.http.adapter", "JDK");
        return settings;
    }

    @Override
    public String toString() {
        return "ProducerSettings[properties=" + properties.keySet() + ", topicPrefix=" + topicPrefix + "]";
    }
}
