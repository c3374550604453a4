package dev.partnercatalog.schemas.topic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one topic: those that it is created with, and what is wrong with those that it has. The settings of an
 * input are its owner's decision. In our own topics, we change only settings for which a single value makes sense. Not
 * thread-safe.
 */
final class TopicCheck {

    /** Commands and dead letters may have to wait until they are read. */
    private static final Duration SHORTEST_RETENTION = Duration.ofHours(1);

    private static final Duration DAY = Duration.ofDays(1);

    /** Records would be lost or misplaced: nothing may run on this topic. */
    final List<String> refusals = new ArrayList<>();

    /** The topic works, but an operator should know about it. */
    final List<String> warnings = new ArrayList<>();

    /** The settings to correct, with their values. */
    final Map<String, String> mends = new TreeMap<>();

    private final CatalogTopic topic;
    final String name;
    private final Config config;

    TopicCheck(CatalogTopic topic, TopicDescription description, Config config, TopicSettings settings) {
        this.topic = topic;
        this.name = description.name();
        this.config = config;
        int partitions = description.partitions().size();
        if (topic.isPartitionedByUs() && partitions != settings.partitions()) {
            refusals.add("topic " + name + " has " + partitions + " partitions, but the setting is "
                    + settings.partitions() + ": keys would be looked up in the wrong partitions. Set --partitions="
                    + partitions + " (CATALOG_PARTITIONS) for streams-app, or use another topic prefix");
        }
        require(
                refusals,
                value(config, TopicConfig.CLEANUP_POLICY_CONFIG).equals(policy(topic)),
                TopicConfig.CLEANUP_POLICY_CONFIG,
                topic.isCompacted()
                        ? "records would be lost over time"
                        : "all but the last record of each key would be lost",
                policy(topic));
        if (topic.isInput()) {
            input();
        } else {
            own();
        }
    }

    /** The settings to create a topic with. */
    static Map<String, String> created(CatalogTopic topic) {
        Map<String, String> config = new HashMap<>();
        config.put(TopicConfig.CLEANUP_POLICY_CONFIG, policy(topic));
        if (topic.isCompacted()) {
            config.put(TopicConfig.DELETE_RETENTION_MS_CONFIG, millis(TopicSettings.TOMBSTONE_RETENTION));
        } else {
            config.put(TopicConfig.RETENTION_MS_CONFIG, millis(TopicSettings.RETENTION));
        }
        if (topic == CatalogTopic.SKU_BARCODES) {
            config.put(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, millis(TopicSettings.MOVES_RETENTION));
        }
        if (topic == CatalogTopic.WEBHOOK_ATTEMPTS) {
            config.put(TopicConfig.RETENTION_BYTES_CONFIG, Integer.toString(TopicSettings.ATTEMPT_BYTES));
            config.put(TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(TopicSettings.ATTEMPT_SEGMENT_BYTES));
        }
        if (topic.isInput()) {
            config.put(
                    TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                    Integer.toString(TopicSettings.maxEventBytes(topic) + TopicSettings.RECORD_OVERHEAD));
        } else {
            config.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(TopicSettings.MAX_RECORD_BYTES));
            config.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, TopicSettings.BROKER_TIME);
        }
        return config;
    }

    private static String policy(CatalogTopic topic) {
        return topic.isCompacted() ? TopicConfig.CLEANUP_POLICY_COMPACT : TopicConfig.CLEANUP_POLICY_DELETE;
    }

    private void input() {
        int largest = TopicSettings.maxEventBytes(topic);
        long accepted = number(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        if (accepted > largest + TopicSettings.RECORD_OVERHEAD) {
            warnings.add("topic " + name + " accepts records larger than the " + largest
                    + " bytes allowed for an event: they become dead letters");
        }
        require(
                warnings,
                topic != CatalogTopic.PARTNERS || accepted >= largest,
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                "a partner may have " + largest + " bytes",
                null);
        require(
                warnings,
                number(TopicConfig.DELETE_RETENTION_MS_CONFIG) >= DAY.toMillis(),
                TopicConfig.DELETE_RETENTION_MS_CONFIG,
                "a resolver that is down for that long may miss a deletion",
                millis(TopicSettings.TOMBSTONE_RETENTION));
    }

    private void own() {
        created(topic).forEach((setting, wanted) -> {
            boolean isWrong = switch (setting) {
                case TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG ->
                    !value(config, setting).equals(wanted);
                case TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                        TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG,
                        TopicConfig.DELETE_RETENTION_MS_CONFIG -> number(setting) < Long.parseLong(wanted);
                default -> false; // The operator's decision.
            };
            if (isWrong) {
                mends.put(setting, wanted);
            }
        });
        if (!topic.isCompacted()) {
            long retention = number(TopicConfig.RETENTION_MS_CONFIG);
            require(
                    retention < SHORTEST_RETENTION.toMillis() ? refusals : warnings,
                    retention < 0 || retention >= DAY.toMillis(),
                    TopicConfig.RETENTION_MS_CONFIG,
                    "records not read by then are lost",
                    millis(TopicSettings.RETENTION));
        }
    }

    /** @param wanted the value to set; null if that is for the owner to know */
    private void require(List<String> findings, boolean fits, String setting, String harm, @Nullable String wanted) {
        if (!fits) {
            findings.add("topic " + name + " has " + setting + "=" + value(config, setting) + ": " + harm
                    + (wanted == null ? "" : ". Set " + setting + "=" + wanted));
        }
    }

    private long number(String setting) {
        return Long.parseLong(value(config, setting));
    }

    static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    static String value(Config config, String setting) {
        ConfigEntry entry = config.get(setting);
        if (entry == null || entry.value() == null) {
            throw new IllegalStateException("the broker returned no value for " + setting);
        }
        return entry.value();
    }
}
