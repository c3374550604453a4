package dev.partnercatalog.schemas.topic;

import dev.partnercatalog.schemas.fault.FaultWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates missing topics and refuses wrong ones. Running it again, or on several instances at once, changes nothing.
 */
public final class TopicAdmin {

    private static final Logger LOG = LoggerFactory.getLogger(TopicAdmin.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(50);

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
        List<NewTopic> missing = missingTopics().map(this::newTopic).toList();
        admin.createTopics(missing).values().values().forEach(created -> {
            try {
                await(created);
            } catch (BrokerUnavailableException e) {
                // Another instance may be faster, which is just as good; the check that follows covers its topic too.
                if (!(answer(e) instanceof TopicExistsException)) {
                    throw e;
                }
            }
        });
        check();
    }

    private Stream<CatalogTopic> missingTopics() {
        Set<String> existing = await(admin.listTopics().names());
        return Arrays.stream(CatalogTopic.values()).filter(topic -> !existing.contains(name(topic)));
    }

    /**
     * The full names of the topics that don't exist yet.
     *
     * @throws BrokerUnavailableException if the brokers don't respond in time
     */
    public List<String> missing() {
        return missingTopics().map(this::name).toList();
    }

    /**
     * The partition count of the topics that we partition.
     *
     * @throws WrongTopicException if the topics' counts differ, since keys would be looked up in the wrong partitions
     * @throws BrokerUnavailableException if the brokers don't respond in time, or a topic doesn't exist
     */
    public int partitions() {
        List<String> ours = Arrays.stream(CatalogTopic.values())
                .filter(CatalogTopic::isPartitionedByUs)
                .map(this::name)
                .toList();
        SortedMap<Integer, List<String>> byCount = new TreeMap<>();
        describe(ours)
                .forEach((name, topic) -> byCount.computeIfAbsent(
                                topic.partitions().size(), count -> new ArrayList<>())
                        .add(name));
        if (byCount.size() > 1) {
            throw new WrongTopicException("topics that must have the same number of partitions differ: "
                    + byCount.entrySet().stream()
                            .map(count -> count.getKey() + " partitions: " + String.join(", ", count.getValue()))
                            .collect(Collectors.joining("; "))
                    + ". Keys would be looked up in the wrong partitions. Use another topic prefix, or delete the topics with"
                    + " the wrong number and let streams-app create them again");
        }
        return byCount.firstKey();
    }

    private String name(CatalogTopic topic) {
        return topic.name(settings.prefix());
    }

    /**
     * What the brokers say of topics, by name.
     *
     * @throws BrokerUnavailableException if the brokers don't respond in time, or don't know a topic
     */
    public SortedMap<String, TopicDescription> describe(Collection<String> topics) {
        return new TreeMap<>(awaitKnown(() -> admin.describeTopics(topics).allTopicNames()));
    }

    private NewTopic newTopic(CatalogTopic topic) {
        int partitions = topic.role() == CatalogTopic.Role.LOG ? 1 : settings.partitions();
        return new NewTopic(name(topic), partitions, settings.replicationFactor()).configs(TopicCheck.created(topic));
    }

    /**
     * Checks existing topics, without creating any; corrects settings as {@link #createAndCheck} does.
     *
     * @throws WrongTopicException as {@link #createAndCheck} does
     * @throws BrokerUnavailableException if the brokers don't respond in time, or a topic doesn't exist
     */
    public void check() {
        List<CatalogTopic> topics = Arrays.stream(CatalogTopic.values())
                .sorted(Comparator.comparing(CatalogTopic::baseName))
                .toList();
        Map<String, TopicDescription> descriptions =
                describe(topics.stream().map(this::name).toList());
        Map<ConfigResource, Config> configs = awaitKnown(() -> admin.describeConfigs(
                        descriptions.keySet().stream().map(TopicAdmin::resource).toList())
                .all());
        List<TopicCheck> checks = topics.stream()
                .map(topic -> new TopicCheck(
                        topic,
                        Objects.requireNonNull(descriptions.get(name(topic))),
                        Objects.requireNonNull(configs.get(resource(name(topic)))),
                        settings))
                .toList();
        checks.forEach(check -> check.warnings.forEach(LOG::warn));
        String refusals =
                checks.stream().flatMap(check -> check.refusals.stream()).collect(Collectors.joining("\n"));
        if (!refusals.isEmpty()) {
            throw new WrongTopicException(refusals);
        }
        checks.stream().filter(check -> !check.mends.isEmpty()).forEach(check -> mend(check.name, check.mends));
    }

    /**
     * How long deletions can be read in topics after compaction, as the topics are configured now. To be asked before
     * anything corrects them: what matters to a store that was away is what applied meanwhile.
     *
     * @return by topic; without the topics that don't exist
     * @throws BrokerUnavailableException if the brokers don't respond in time
     */
    public Map<String, Duration> deletionRetention(Set<String> topics) {
        Set<String> existing = await(
                admin.listTopics(new ListTopicsOptions().listInternal(true)).names());
        List<ConfigResource> asked = topics.stream()
                .filter(existing::contains)
                .map(TopicAdmin::resource)
                .toList();
        Map<String, Duration> retention = new HashMap<>();
        awaitKnown(() -> admin.describeConfigs(asked).all())
                .forEach((resource, config) -> retention.put(
                        resource.name(),
                        Duration.ofMillis(
                                Long.parseLong(TopicCheck.value(config, TopicConfig.DELETE_RETENTION_MS_CONFIG)))));
        return retention;
    }

    /**
     * Makes existing topics keep deletions for as long as our tables do. For the changelogs of Kafka Streams, which
     * creates those that don't exist.
     *
     * @throws WrongTopicException if a topic keeps them for less, and we aren't allowed to change it
     * @throws BrokerUnavailableException if the brokers don't respond in time
     */
    public void keepDeletions(Set<String> topics) {
        deletionRetention(topics).forEach((topic, retention) -> {
            if (retention.compareTo(TopicSettings.TOMBSTONE_RETENTION) < 0) {
                mend(
                        topic,
                        Map.of(
                                TopicConfig.DELETE_RETENTION_MS_CONFIG,
                                TopicCheck.millis(TopicSettings.TOMBSTONE_RETENTION)));
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
        long fingerprint = 0;
        for (Uuid id : ids(topics.stream().map(this::name).toList()).values()) {
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
        describe(topics).forEach((name, description) -> ids.put(name, description.topicId()));
        return ids;
    }

    private void mend(String topic, Map<String, String> mends) {
        List<AlterConfigOp> changes = mends.entrySet().stream()
                .map(mend ->
                        new AlterConfigOp(new ConfigEntry(mend.getKey(), mend.getValue()), AlterConfigOp.OpType.SET))
                .toList();
        try {
            await(admin.incrementalAlterConfigs(Map.of(resource(topic), changes))
                    .all());
            LOG.info("Topic {}: settings changed to {}", topic, mends);
        } catch (BrokerUnavailableException e) {
            if (answer(e) instanceof AuthorizationException || answer(e) instanceof PolicyViolationException) {
                throw new WrongTopicException(
                        "topic " + topic + " needs the settings " + mends + ", but we aren't allowed to change it");
            }
            throw e;
        }
    }

    /** What the brokers answered; null if they didn't. */
    private static @Nullable Throwable answer(BrokerUnavailableException fault) {
        return fault.getCause() instanceof ExecutionException e ? e.getCause() : null;
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }

    /** Asks again while the broker doesn't know a topic yet that the controller has just created. */
    private static <T> T awaitKnown(Supplier<KafkaFuture<T>> question) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            try {
                return await(question.get());
            } catch (BrokerUnavailableException e) {
                if (!(answer(e) instanceof UnknownTopicOrPartitionException) || System.nanoTime() > deadline) {
                    throw e;
                }
            }
            try {
                TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }
    }

    private static <T> T await(KafkaFuture<T> future) {
        try {
            return future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new BrokerUnavailableException("the brokers returned an error: " + FaultWords.of(e), e);
        } catch (TimeoutException e) {
            throw new BrokerUnavailableException("the brokers didn't respond within " + TIMEOUT.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static BrokerUnavailableException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new BrokerUnavailableException("interrupted while waiting for the brokers", e);
    }
}
