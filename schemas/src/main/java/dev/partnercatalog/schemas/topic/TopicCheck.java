package dev.partnercatalog.schemas.topic;

import java.time.Duration;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Checks an existing topic's settings against the topic's purpose. Settings that would lose or misplace records are
 * refused, and the message gives the command that fixes them: the settings are the owner's decision, and some changes
 * can't be undone. In our own topics, we change only settings for which a single value makes sense.
 */
final class TopicCheck {

    /** Commands and dead letters may have to wait until they are read. */
    private static final Duration SHORTEST_RETENTION = Duration.ofHours(1);

    private static final Duration SHORT_RETENTION = Duration.ofDays(1);

    private final TopicSettings settings;
    private final String brokers;
    private final int brokerCount;
    private final TopicFindings findings = new TopicFindings();

    /** @param brokers an address for the commands in messages */
    TopicCheck(TopicSettings settings, String brokers, int brokerCount) {
        this.settings = settings;
        this.brokers = brokers;
        this.brokerCount = brokerCount;
    }

    TopicFindings findings() {
        return findings;
    }

    void check(CatalogTopic topic, TopicDescription description, Config config) {
        String name = description.name();
        partitions(topic, name, description.partitions().size());
        policy(topic, name, value(config, TopicConfig.CLEANUP_POLICY_CONFIG));
        replication(name, description, config);
        if (topic.isInput()) {
            input(topic, name, config);
        } else {
            ours(topic, name, config);
        }
    }

    private void partitions(CatalogTopic topic, String name, int partitions) {
        if (topic.isPartitionedByUs() && partitions != settings.partitions()) {
            findings.refuse("topic " + name + " has " + partitions + " partitions, but the setting is "
                    + settings.partitions() + ": keys would be looked up in the wrong partitions. Set --partitions="
                    + partitions + " (CATALOG_PARTITIONS) for streams-app, or use another topic prefix");
        }
    }

    private void policy(CatalogTopic topic, String name, String policy) {
        String wanted = topic.isCompacted() ? TopicConfig.CLEANUP_POLICY_COMPACT : TopicConfig.CLEANUP_POLICY_DELETE;
        if (!policy.equals(wanted)) {
            findings.refuse("topic " + name + " has cleanup.policy=" + policy + ": "
                    + (topic.isCompacted()
                            ? "records would be lost over time"
                            : "all but the last record of each key would be lost")
                    + mend(name, TopicConfig.CLEANUP_POLICY_CONFIG, wanted));
        }
    }

    private void replication(String name, TopicDescription description, Config config) {
        int replicas = description.partitions().stream()
                .mapToInt(partition -> partition.replicas().size())
                .min()
                .orElse(1);
        int needed = Integer.parseInt(value(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG));
        if (needed > replicas) {
            findings.refuse("topic " + name + " has min.insync.replicas=" + needed + ", but " + replicas
                    + " replicas: nothing can be written to it"
                    + mend(name, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(Math.max(1, replicas - 1))));
        } else if (replicas == 1 && brokerCount > 1) {
            findings.warn("topic " + name + " has one replica on a cluster of " + brokerCount
                    + " brokers: if its broker is lost, so are its records. Add replicas with"
                    + " kafka-reassign-partitions.sh");
        } else if (replicas > 2 && needed == 1) {
            findings.warn("topic " + name
                    + " has min.insync.replicas=1: a record counts as stored once a single broker has it"
                    + mend(name, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2"));
        }
        if (value(config, TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG).equals("true")) {
            findings.warn("topic " + name + " has unclean.leader.election.enable=true: stored records may be lost"
                    + mend(name, TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false"));
        }
    }

    private void input(CatalogTopic topic, String name, Config config) {
        int largest = TopicSettings.maxEventBytes(topic);
        long accepted = number(config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        if (accepted > largest + TopicSettings.RECORD_OVERHEAD) {
            findings.warn("topic " + name + " accepts records larger than the " + largest
                    + " bytes allowed for an event: they become dead letters");
        } else if (topic == CatalogTopic.PARTNERS && accepted < largest) {
            findings.warn(
                    "topic " + name + " accepts records of at most " + accepted + " bytes, but a partner may have "
                            + largest
                            + mend(
                                    name,
                                    TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                                    Integer.toString(largest + TopicSettings.RECORD_OVERHEAD)));
        }
        if (number(config, TopicConfig.DELETE_RETENTION_MS_CONFIG) < SHORT_RETENTION.toMillis()) {
            findings.warn("topic " + name + " has a delete.retention.ms of less than a day: a resolver that is down for"
                    + " that long may miss a deletion"
                    + mend(
                            name,
                            TopicConfig.DELETE_RETENTION_MS_CONFIG,
                            Long.toString(TopicSettings.TOMBSTONE_RETENTION.toMillis())));
        }
    }

    private void ours(CatalogTopic topic, String name, Config config) {
        if (number(config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG) < TopicSettings.MAX_RECORD_BYTES) {
            findings.mend(name, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(TopicSettings.MAX_RECORD_BYTES));
        }
        if (!value(config, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG).equals(TopicSettings.BROKER_TIME)) {
            findings.mend(name, TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, TopicSettings.BROKER_TIME);
        }
        if (topic == CatalogTopic.SKU_BARCODES
                && number(config, TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG)
                        < TopicSettings.MOVES_RETENTION.toMillis()) {
            findings.mend(
                    name,
                    TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG,
                    Long.toString(TopicSettings.MOVES_RETENTION.toMillis()));
        }
        if (!topic.isCompacted()) {
            retention(topic, name, number(config, TopicConfig.RETENTION_MS_CONFIG));
        } else if (number(config, TopicConfig.DELETE_RETENTION_MS_CONFIG)
                < TopicSettings.TOMBSTONE_RETENTION.toMillis()) {
            findings.mend(
                    name,
                    TopicConfig.DELETE_RETENTION_MS_CONFIG,
                    Long.toString(TopicSettings.TOMBSTONE_RETENTION.toMillis()));
        }
    }

    private void retention(CatalogTopic topic, String name, long retention) {
        boolean ends = topic == CatalogTopic.SIGN_OUTS;
        Duration enough = ends ? TopicSettings.ENDS_KEPT : SHORT_RETENTION;
        if (retention < 0 || retention >= enough.toMillis()) {
            return;
        }
        String finding = "topic " + name + " has retention.ms=" + retention
                + (ends ? ": sessions that have ended would be good again" : ": records not read by then are lost")
                + mend(
                        name,
                        TopicConfig.RETENTION_MS_CONFIG,
                        Long.toString(TopicSettings.retentionOf(topic).toMillis()));
        if (ends || retention < SHORTEST_RETENTION.toMillis()) {
            findings.refuse(finding);
        } else {
            findings.warn(finding);
        }
    }

    /** The end of a message: the command to run. */
    String mend(String topic, String setting, String value) {
        return ". Fix it with: kafka-configs.sh --bootstrap-server " + brokers
                + " --alter --entity-type topics --entity-name " + topic + " --add-config " + setting + "=" + value;
    }

    /** How long deletions can be read in a topic. */
    static Duration deletionsKept(Config config) {
        return Duration.ofMillis(number(config, TopicConfig.DELETE_RETENTION_MS_CONFIG));
    }

    private static long number(Config config, String setting) {
        return Long.parseLong(value(config, setting));
    }

    private static String value(Config config, String setting) {
        ConfigEntry entry = config.get(setting);
        if (entry == null || entry.value() == null) {
            throw new IllegalStateException("the broker returned no value for " + setting);
        }
        return entry.value();
    }
}
