package dev.partnercatalog.connect;

import dev.partnercatalog.schemas.plain.FieldColumn;
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
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigException;
import org.jspecify.annotations.Nullable;

/**
 * The settings of {@link ToCatalog}.
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
    private static final String TOPIC_PREFIX = "topic.prefix";
    private static final String REGISTRY_URL = "registry.url";
    private static final String REGISTRY_AUTHORIZATION = "registry.authorization.file";
    private static final String COLUMNS = "columns";
    private static final String UNKNOWN_COLUMNS = "unknown.columns";
    private static final String REJECTED_TOPIC = "rejected.topic";
    private static final String REJECT = "reject";

    static final ConfigDef DEFINITION = new ConfigDef()
            .define(
                    TOPICS,
                    ConfigDef.Type.LIST,
                    ConfigDef.NO_DEFAULT_VALUE,
                    validator(value -> topics(strings(value)), "topic:input"),
                    Importance.HIGH,
                    "Which of the connector's topics hold the rows of which of the catalog's inputs, as topic:input,"
                            + " such as shop.public.products:bpd-variants. Records of other topics, such as heartbeats,"
                            + " become JSON, unless they are text or bytes.")
            .define(
                    REGISTRY_URL,
                    ConfigDef.Type.STRING,
                    ConfigDef.NO_DEFAULT_VALUE,
                    validator(value -> registry((String) value, null), "an address such as http://127.0.0.1:8082"),
                    Importance.HIGH,
                    "The address of the schema registry (Apicurio 3).")
            .define(
                    REGISTRY_AUTHORIZATION,
                    ConfigDef.Type.STRING,
                    null,
                    Importance.MEDIUM,
                    "A file with the value of the Authorization header for the registry. It is read when a task"
                            + " starts.")
            .define(
                    TOPIC_PREFIX,
                    ConfigDef.Type.STRING,
                    TopicSettings.DEFAULT_PREFIX,
                    Importance.MEDIUM,
                    "What the names of the catalog's topics begin with.")
            .define(
                    REJECTED_TOPIC,
                    ConfigDef.Type.STRING,
                    null,
                    Importance.MEDIUM,
                    "Where rows go that don't fit, as JSON, with the reason in the header " + JsonRecord.REASON
                            + ". Without it, such a row fails, and errors.tolerance says what follows.")
            .define(
                    COLUMNS,
                    ConfigDef.Type.LIST,
                    List.of(),
                    validator(value -> pairs(COLUMNS, strings(value)), "column:field"),
                    Importance.MEDIUM,
                    "The fields of columns whose names differ, as column:field, such as ean:barcode. A nested field is"
                            + " written like thc.avg. Upper case, _ and . make no difference between names:"
                            + " company_id is companyId, and thc_avg is thc.avg.")
            .define(
                    UNKNOWN_COLUMNS,
                    ConfigDef.Type.STRING,
                    "ignore",
                    ConfigDef.ValidString.in("ignore", REJECT),
                    Importance.LOW,
                    "Whether columns that are no field are left out (the log names them) or the row is rejected.");

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
        return new ToCatalogSettings(
                topics,
                config.getString(TOPIC_PREFIX),
                registry(config.getString(REGISTRY_URL), config.getString(REGISTRY_AUTHORIZATION)),
                columns,
                config.getString(UNKNOWN_COLUMNS).equals(REJECT),
                config.getString(REJECTED_TOPIC));
    }

    private static Map<String, CatalogTopic> topics(List<String> pairs) {
        Map<String, CatalogTopic> topics = new LinkedHashMap<>();
        pairs(TOPICS, pairs).forEach((source, input) -> topics.put(source, input(input)));
        if (topics.isEmpty()) {
            throw new ConfigException(TOPICS + " is empty");
        }
        return topics;
    }

    private static CatalogTopic input(String name) {
        return CatalogTopic.ofBaseName(name)
                .filter(CatalogTopic::isInput)
                .orElseThrow(() -> new ConfigException(
                        TOPICS,
                        name,
                        "the catalog's inputs are "
                                + Arrays.stream(CatalogTopic.values())
                                        .filter(CatalogTopic::isInput)
                                        .map(CatalogTopic::baseName)
                                        .collect(Collectors.joining(", "))));
    }

    private static Map<String, String> pairs(String setting, List<String> pairs) {
        Map<String, String> read = new LinkedHashMap<>();
        for (String pair : pairs) {
            int colon = pair.lastIndexOf(':');
            if (colon < 1 || colon == pair.length() - 1) {
                throw new ConfigException(setting, pair, "two names with a colon between them are expected");
            }
            if (read.put(pair.substring(0, colon), pair.substring(colon + 1)) != null) {
                throw new ConfigException(setting, pair, "its first name occurs twice");
            }
        }
        return read;
    }

    private static RegistrySettings registry(String url, @Nullable String authorizationFile) {
        try {
            URI address = new URI(url);
            if (address.getHost() == null || !List.of("http", "https").contains(address.getScheme())) {
                throw new ConfigException(REGISTRY_URL, url, "an address with http or https is expected");
            }
            if (address.getUserInfo() != null) {
                throw new ConfigException(REGISTRY_URL + " contains credentials, which would be logged: put them in the"
                        + " file of " + REGISTRY_AUTHORIZATION);
            }
            return new RegistrySettings(address, authorizationFile == null ? null : Path.of(authorizationFile));
        } catch (URISyntaxException e) {
            throw new ConfigException(REGISTRY_URL, url, "an address with http or https is expected");
        }
    }

    @SuppressWarnings("unchecked") // Connect has parsed it as a list
    private static List<String> strings(Object value) {
        return (List<String>) value;
    }

    /** Connect reports what it throws when a connector is created, and shows {@code form} in its description. */
    private static ConfigDef.Validator validator(Consumer<Object> check, String form) {
        return ConfigDef.LambdaValidator.with(
                (name, value) -> {
                    if (value != null) {
                        check.accept(value);
                    }
                },
                () -> form);
    }
}
