package dev.partnercatalog.schemas.topic;

import static dev.partnercatalog.schemas.topic.BrokerReplies.await;
import static dev.partnercatalog.schemas.topic.BrokerReplies.awaitKnown;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates missing topics and refuses wrong ones. Running it again, or on several instances at once, changes nothing.
 */
public final class TopicAdmin {

    private static final Logger LOG = LoggerFactory.getLogger(TopicAdmin.class);

    private final Admin admin;
    private final TopicSettings settings;

    public TopicAdmin(Admin admin, TopicSettings settings) {
        this.admin = admin;
        this.settings = settings;
    }

    /**
     * Creates every topic in {@link CatalogTopic} that doesn't exist, and corrects those settings of our own topics for
     * which only one value makes sense.
     *
     * @throws WrongTopicException if an existing topic has settings that would lose or misplace records; they are left
     *     unchanged
     * @throws BrokerUnavailableException if the brokers don't respond in time
     */
    public void createAndCheck() {
        Set<String> existing = await(admin.listTopics().names());
        List<NewTopic> missing = Arrays.stream(CatalogTopic.values())
                .filter(topic -> !existing.contains(topic.name(settings.prefix())))
                .map(this::newTopic)
                .toList();
        admin.createTopics(missing).values().values().forEach(TopicAdmin::awaitUnlessItExists);
        check();
    }

    /**
     * Finds out which topics exist, without creating any.
     *
     * @throws BrokerUnavailableException if the brokers don't respond in time
     */
    public FoundTopics find() {
        Set<String> existing = await(admin.listTopics().names());
        Map<String, CatalogTopic> byName = new HashMap<>();
        for (CatalogTopic topic : CatalogTopic.values()) {
            String name = topic.name(settings.prefix());
            if (existing.contains(name)) {
                byName.put(name, topic);
            }
        }
        Map<CatalogTopic, Integer> partitions = new EnumMap<>(CatalogTopic.class);
        partitions(byName.keySet()).forEach((name, count) -> partitions.put(byName.get(name), count));
        return new FoundTopics(settings.prefix(), partitions);
    }

    /**
     * The partition count of each of these topics.
     *
     * @throws BrokerUnavailableException if the brokers don't respond in time, or don't know a topic
     */
    public Map<String, Integer> partitions(Set<String> topics) {
        Map<String, Integer> partitions = new HashMap<>();
        awaitKnown(() -> admin.describeTopics(topics).allTopicNames())
                .forEach((name, description) ->
                        partitions.put(name, description.partitions().size()));
        return partitions;
    }

    /** The topic to create, with its settings. */
    NewTopic newTopic(CatalogTopic topic) {
        NewTopic created =
                new NewTopic(topic.name(settings.prefix()), partitionsOf(topic), settings.replicationFactor());
        return created.configs(configOf(topic));
    }

    private int partitionsOf(CatalogTopic topic) {
        return topic.role() == CatalogTopic.Role.LOG ? 1 : settings.partitions();
    }

    private static Map<String, String> configOf(CatalogTopic topic) {
        Map<String, String> config = new HashMap<>();
        config.put(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                topic.isCompacted() ? TopicConfig.CLEANUP_POLICY_COMPACT : TopicConfig.CLEANUP_POLICY_DELETE);
        if (topic.isCompacted()) {
            config.put(TopicConfig.DELETE_RETENTION_MS_CONFIG, millis(TopicSettings.TOMBSTONE_RETENTION));
            if (topic == CatalogTopic.SKU_BARCODES) {
                config.put(TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, millis(TopicSettings.MOVES_RETENTION));
            }
        } else {
            config.put(TopicConfig.RETENTION_MS_CONFIG, millis(TopicSettings.retentionOf(topic)));
            if (topic == CatalogTopic.WEBHOOK_ATTEMPTS) {
                config.put(TopicConfig.RETENTION_BYTES_CONFIG, Integer.toString(TopicSettings.ATTEMPT_BYTES));
                config.put(TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(TopicSettings.ATTEMPT_SEGMENT_BYTES));
            }
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

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    /**
     * Checks existing topics, without creating any; corrects settings as {@link #createAndCheck} does.
     *
     * @throws WrongTopicException as {@link #createAndCheck} does
     * @throws BrokerUnavailableException if the brokers don't respond in time, or a topic doesn't exist
     */
    public void check() {
        Map<String, CatalogTopic> byName = new HashMap<>();
        for (CatalogTopic topic : CatalogTopic.values()) {
            byName.put(topic.name(settings.prefix()), topic);
        }
        Map<String, TopicDescription> descriptions =
                awaitKnown(() -> admin.describeTopics(byName.keySet()).allTopicNames());
        Map<ConfigResource, Config> configs = awaitKnown(() -> admin.describeConfigs(
                        byName.keySet().stream().map(TopicAdmin::resource).toList())
                .all());
        Collection<Node> brokers = await(admin.describeCluster().nodes());
        TopicCheck check = new TopicCheck(settings, address(brokers), brokers.size());
        configs.forEach((resource, config) -> {
            CatalogTopic topic = byName.get(resource.name());
            TopicDescription description = descriptions.get(resource.name());
            if (topic == null || description == null) {
                throw new IllegalStateException(
                        "the broker described a topic that wasn't requested: " + resource.name());
            }
            check.check(topic, description, config);
        });
        TopicFindings findings = check.findings();
        findings.warnings().forEach(LOG::warn);
        if (!findings.refusals().isEmpty()) {
            throw new WrongTopicException(String.join("\n", findings.refusals()));
        }
        findings.mends().forEach((topic, settings) -> mend(check, topic, settings));
    }

    /**
     * How long deletions can be read in topics after compaction, as the topics are configured now. To be asked before
     * anything corrects them: what matters to a store that was away is what applied meanwhile.
     *
     * @return by topic; without the topics that don't exist
     * @throws BrokerUnavailableException if the brokers don't respond in time
     */
    public Map<String, Duration> deletionsKept(Set<String> topics) {
        Set<String> existing = await(
                admin.listTopics(new ListTopicsOptions().listInternal(true)).names());
        List<ConfigResource> asked = topics.stream()
                .filter(existing::contains)
                .map(TopicAdmin::resource)
                .toList();
        Map<String, Duration> kept = new HashMap<>();
        awaitKnown(() -> admin.describeConfigs(asked).all())
                .forEach((resource, config) -> kept.put(resource.name(), TopicCheck.deletionsKept(config)));
        return kept;
    }

    /**
     * Makes existing topics keep deletions for as long as our tables do. For the changelogs of Kafka Streams, which
     * creates those that don't exist.
     *
     * @throws WrongTopicException if a topic keeps them for less, and we aren't allowed to change it
     * @throws BrokerUnavailableException if the brokers don't respond in time
     */
    public void keepDeletions(Set<String> topics) {
        deletionsKept(topics).forEach((topic, kept) -> {
            if (kept.compareTo(TopicSettings.TOMBSTONE_RETENTION) < 0) {
                mend(
                        new TopicCheck(
                                settings, address(await(admin.describeCluster().nodes())), 1),
                        topic,
                        Map.of(TopicConfig.DELETE_RETENTION_MS_CONFIG, millis(TopicSettings.TOMBSTONE_RETENTION)));
            }
        });
    }

    /**
     * A number that is another one if one of these topics was deleted and made anew: made of the ids that brokers give
     * them.
     *
     * @throws BrokerUnavailableException if the brokers don't answer in time, or don't know a topic
     */
    public long fingerprint(Set<CatalogTopic> topics) {
        SortedMap<String, Uuid> ids =
                ids(topics.stream().map(topic -> topic.name(settings.prefix())).toList());
        long fingerprint = 0;
        for (Uuid id : ids.values()) {
            fingerprint = 31 * fingerprint + (id.getMostSignificantBits() ^ id.getLeastSignificantBits());
        }
        return fingerprint;
    }

    /**
     * The ids that brokers give to topics. A topic that was deleted and made anew has another one.
     *
     * @throws BrokerUnavailableException if the brokers don't answer in time, or don't know a topic
     */
    public SortedMap<String, Uuid> ids(Collection<String> topics) {
        SortedMap<String, Uuid> ids = new TreeMap<>();
        awaitKnown(() -> admin.describeTopics(topics).allTopicNames())
                .forEach((name, description) -> ids.put(name, description.topicId()));
        return ids;
    }

    private static String address(Collection<Node> brokers) {
        return brokers.stream()
                .map(node -> node.host() + ":" + node.port())
                .sorted()
                .findFirst()
                .orElse("ADDRESS");
    }

    private void mend(TopicCheck check, String topic, Map<String, String> mends) {
        List<AlterConfigOp> changes = mends.entrySet().stream()
                .map(mend ->
                        new AlterConfigOp(new ConfigEntry(mend.getKey(), mend.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        try {
            await(admin.incrementalAlterConfigs(Map.of(resource(topic), changes))
                    .all());
            LOG.info("Topic {}: settings changed to {}", topic, mends);
        } catch (BrokerUnavailableException e) {
            if (isRefused(e)) {
                throw new WrongTopicException(
                        "topic " + topic + " needs the settings " + mends + ", but we aren't allowed to change it"
                                + mends.entrySet().stream()
                                        .map(mend -> check.mend(topic, mend.getKey(), mend.getValue()))
                                        .collect(Collectors.joining()));
            }
            throw e;
        }
    }

    private static boolean isRefused(BrokerUnavailableException fault) {
        Throwable answer = fault.getCause() instanceof ExecutionException e ? e.getCause() : null;
        return answer instanceof AuthorizationException || answer instanceof PolicyViolationException;
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }

    private static void awaitUnlessItExists(KafkaFuture<Void> created) {
        try {
            await(created);
        } catch (TopicExistsException e) {
            // Another instance was faster, which is just as good; the check that follows covers its topic too.
        }
    }
}
