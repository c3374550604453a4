package dev.partnercatalog.connect;

import static org.apache.kafka.common.config.ConfigDef.Type.LIST;
import static org.apache.kafka.common.config.ConfigDef.Type.STRING;

import dev.partnercatalog.schemas.conversion.FieldColumn;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of {@link ToCatalog}, which docs/connect.md describes.
 *
 * @param topics the catalog's topic for each of the connector's topics
 * @param columns the path of the field for each column that has another name
 * @param unknownColumnsAreFaults whether a row with a column that is no field is rejected
 * @param rejectedTopic null if a row that doesn't fit is left to Connect
 */
record ToCatalogSettings(
        Map<String, CatalogTopic> topics,
        String topicPrefix,
        RegistrySettings registry,
        Map<String, String> columns,
        boolean unknownColumnsAreFaults,
        @Nullable String rejectedTopic) {

    private static final String TOPICS = "topics";
    private static final String PREFIX = "topic.prefix";
    private static final String URL = "registry.url";
    private static final String AUTHORIZATION = "registry.authorization.file";
    private static final String COLUMNS = "columns";
    private static final String UNKNOWN = "unknown.columns";
    private static final String REJECTED = "rejected.topic";
    private static final Object REQUIRED = ConfigDef.NO_DEFAULT_VALUE;

    /** Connect reports what a check throws when a connector is created; it calls them without a value, too. */
    static final ConfigDef DEFINITION = new ConfigDef()
            .define(TOPICS, LIST, REQUIRED, (name, value) -> topics(value), Importance.HIGH, "topic:input of rows")
            .define(URL, STRING, REQUIRED, (name, value) -> url(value), Importance.HIGH, "address of the registry")
            .define(AUTHORIZATION, STRING, null, Importance.MEDIUM, "file with the header for the registry")
            .define(PREFIX, STRING, TopicSettings.DEFAULT_PREFIX, Importance.MEDIUM, "of the catalog's topics")
            .define(REJECTED, STRING, null, Importance.MEDIUM, "topic for rows that don't fit")
            .define(COLUMNS, LIST, List.of(), ToCatalogSettings::pairs, Importance.MEDIUM, "column:field")
            .define(UNKNOWN, STRING, "ignore", ValidString.in("ignore", "reject"), Importance.LOW, "what to do");

    ToCatalogSettings {
        topics = Map.copyOf(topics);
        columns = Map.copyOf(columns);
    }

    /** Throws {@link ConfigException} if a setting is missing or wrong. */
    static ToCatalogSettings of(Map<String, ?> configs) {
        AbstractConfig config = new AbstractConfig(DEFINITION, configs, false);
        Map<String, CatalogTopic> topics = topics(config.getList(TOPICS));
        Map<String, String> columns = pairs(COLUMNS, config.getList(COLUMNS));
        for (String field : columns.values()) {
            if (topics.values().stream().allMatch(topic -> FieldColumn.of(field, topic.valueSchema()) == null)) {
                throw new ConfigException(COLUMNS + ": none of the topics has a field " + field);
            }
        }
        String authorization = config.getString(AUTHORIZATION);
        return new ToCatalogSettings(
                topics,
                config.getString(PREFIX),
                new RegistrySettings(url(config.getString(URL)), authorization == null ? null : Path.of(authorization)),
                columns,
                config.getString(UNKNOWN).equals("reject"),
                config.getString(REJECTED));
    }

    private static Map<String, CatalogTopic> topics(@Nullable Object pairs) {
        Map<String, CatalogTopic> inputs = Arrays.stream(CatalogTopic.values())
                .filter(CatalogTopic::isInput)
                .collect(Collectors.toMap(CatalogTopic::baseName, topic -> topic, (a, b) -> a, LinkedHashMap::new));
        Map<String, CatalogTopic> topics = new LinkedHashMap<>();
        pairs(TOPICS, pairs).forEach((source, input) -> {
            if (!inputs.containsKey(input)) {
                throw new ConfigException(
                        TOPICS, input, "the catalog's inputs are " + String.join(", ", inputs.keySet()));
            }
            topics.put(source, inputs.get(input));
        });
        if (topics.isEmpty()) {
            throw new ConfigException(TOPICS + " is empty");
        }
        return topics;
    }

    private static Map<String, String> pairs(String setting, @Nullable Object pairs) {
        Map<String, String> read = new LinkedHashMap<>();
        for (Object pair : pairs instanceof List<?> list ? list : List.of()) {
            String text = String.valueOf(pair);
            int colon = text.lastIndexOf(':');
            if (colon < 1 || colon == text.length() - 1) {
                throw new ConfigException(setting, text, "two names with a colon between them are expected");
            }
            if (read.put(text.substring(0, colon), text.substring(colon + 1)) != null) {
                throw new ConfigException(setting, text, "its first name occurs twice");
            }
        }
        return read;
    }

    private static URI url(@Nullable Object text) {
        ConfigException unusable = new ConfigException(URL, text, "an address with http or https is expected");
        try {
            URI address = new URI(String.valueOf(text));
            if (address.getUserInfo() != null) {
                throw new ConfigException(
                        URL + " contains credentials, which would be logged: put them in the file of " + AUTHORIZATION);
            }
            if (address.getHost() == null || !address.getScheme().matches("https?")) {
                throw unusable;
            }
            return address;
        } catch (URISyntaxException e) {
            throw unusable;
        }
    }
}
