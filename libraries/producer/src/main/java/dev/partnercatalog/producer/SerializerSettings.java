package dev.partnercatalog.producer;

import io.apicurio.registry.resolver.config.SchemaResolverConfig;
import io.apicurio.registry.serde.Default4ByteIdHandler;
import io.apicurio.registry.serde.avro.AvroSerdeConfig;
import io.apicurio.registry.serde.config.IdOption;
import io.apicurio.registry.serde.config.SerdeConfig;
import io.apicurio.registry.serde.kafka.config.KafkaSerdeConfig;
import io.apicurio.registry.serde.strategy.TopicIdStrategy;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The settings of Apicurio's serializer: yours, and those without which the catalog couldn't read the records. */
final class SerializerSettings {

    static final String PREFIX = "apicurio.";

    /** Another value would become a dead letter, or lose fields. */
    private static final Map<String, Object> FIXED = Map.of(
            SchemaResolverConfig.DEREFERENCE_SCHEMA,
            "true",
            SchemaResolverConfig.FIND_LATEST_ARTIFACT,
            "false",
            SchemaResolverConfig.AUTO_REGISTER_ARTIFACT_IF_EXISTS,
            SchemaResolverConfig.AUTO_REGISTER_ARTIFACT_IF_EXISTS_DEFAULT,
            SchemaResolverConfig.ARTIFACT_RESOLVER_STRATEGY,
            TopicIdStrategy.class.getName(),
            SerdeConfig.USE_ID,
            IdOption.contentId.name(),
            SerdeConfig.ID_HANDLER,
            Default4ByteIdHandler.class.getName(),
            KafkaSerdeConfig.ENABLE_HEADERS,
            "false",
            AvroSerdeConfig.AVRO_ENCODING,
            AvroSerdeConfig.AVRO_ENCODING_BINARY,
            AvroSerdeConfig.AVRO_DATUM_PROVIDER,
            CatalogDatumProvider.class);

    /** The catalog finds a schema by its topic alone. */
    private static final Set<String> UNUSABLE = Set.of(
            SchemaResolverConfig.EXPLICIT_ARTIFACT_GROUP_ID,
            SchemaResolverConfig.EXPLICIT_ARTIFACT_ID,
            SchemaResolverConfig.EXPLICIT_ARTIFACT_VERSION,
            SchemaResolverConfig.SCHEMA_LOCATION,
            SerdeConfig.SCHEMA_RESOLVER);

    private SerializerSettings() {}

    /**
     * Takes Apicurio's settings from a producer's properties.
     *
     * @throws IllegalArgumentException if the registry's address is missing, or if the catalog couldn't read what would
     *     be written; the message names the setting
     */
    static Map<String, Object> of(Map<String, String> properties) {
        String url = properties.getOrDefault(SchemaResolverConfig.REGISTRY_URL, "");
        if (url.isBlank()) {
            throw new IllegalArgumentException(SchemaResolverConfig.REGISTRY_URL + " is missing");
        }
        Map<String, Object> settings = new HashMap<>();
        settings.put(SchemaResolverConfig.AUTO_REGISTER_ARTIFACT, "true");
        properties.forEach((name, value) -> {
            if (name.startsWith(PREFIX)) {
                requireReadable(name, value);
                settings.put(name, value);
            }
        });
        settings.putAll(FIXED);
        // Every call fails if the address ends in /apis/registry/v3/.
        settings.put(SchemaResolverConfig.REGISTRY_URL, url.strip().replaceAll("/+$", ""));
        return settings;
    }

    private static void requireReadable(String name, String value) {
        if (UNUSABLE.contains(name)) {
            throw new IllegalArgumentException(name + " can't be set: a schema belongs to its topic's subject");
        }
        Object required = FIXED.getOrDefault(name, value);
        String text = required instanceof Class<?> type ? type.getName() : required.toString();
        if (!text.equalsIgnoreCase(value)) {
            throw new IllegalArgumentException(name + " can only be " + text
                    + ": otherwise the catalog couldn't read the records, or fields would be lost");
        }
    }
}
