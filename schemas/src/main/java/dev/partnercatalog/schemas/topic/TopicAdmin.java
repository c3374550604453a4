package dev.partnercatalog.schemas.topic;

import dev.partnercatalog.schemas.fault.FaultWords;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
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
        Set<String> existing = await(admin.listTopics().names());
        List<NewTopic> missing = Arrays.stream(CatalogTopic.values())
                .filter(topic -> !existing.contains(topic.name(settings.prefix())))
                .map(this::newTopic)
                .toList();
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

    /**
     * Finds out which topics exist, without creating any.
     *
     * @throws BrokerUnavailableException if the brokers don't respond in time
     */
    public FoundTopics find() {
        Map<String, CatalogTopic> byName = byName();
        byName.keySet().retainAll(await(admin.listTopics().names()));
        Map<CatalogTopic, Integer> partitions = new EnumMap<>(CatalogTopic.class);
        describe(byName.keySet())
                .forEach((name, description) -> partitions.put(
                        Objects.requireNonNull(byName.get(name)),
                        description.partitions().size()));
        return new FoundTopics(settings.prefix(), partitions);
    }

    private Map<String, CatalogTopic> byName() {
        Map<String, CatalogTopic> byName = new TreeMap<>();
        for (CatalogTopic topic : CatalogTopic.values()) {
            byName.put(topic.name(settings.prefix()), topic);
        }
        return byName;
    }

    /**
     * What the brokers say of topics.
     *
     * @throws BrokerUnavailableException if the brokers don't respond in time, or don't know a topic
     */
    public Map<String, TopicDescription> describe(Collection<String> topics) {
        return awaitKnown(() -> admin.describeTopics(topics).allTopicNames());
    }

    private NewTopic newTopic(CatalogTopic topic) {
        int partitions = topic.role() == CatalogTopic.Role.LOG ? 1 : settings.partitions();
        return new NewTopic(topic.name(settings.prefix()), partitions, settings.replicationFactor())
                .configs(TopicCheck.created(topic));
    }

    /**
     * Checks existing topics, without creating any; corrects settings as {@link #createAndCheck} does.
     *
     * @throws WrongTopicException as {@link #createAndCheck} does
     * @throws BrokerUnavailableException if the brokers don't respond in time, or a topic doesn't exist
     */
    public void check() {
        Map<String, CatalogTopic> byName = byName();
        Map<String, TopicDescription> descriptions = describe(byName.keySet());
        Map<ConfigResource, Config> configs = awaitKnown(() -> admin.describeConfigs(
                        byName.keySet().stream().map(TopicAdmin::resource).toList())
                .all());
        SortedMap<String, TopicCheck> checks = new TreeMap<>();
        byName.forEach((name, topic) -> checks.put(
                name,
                new TopicCheck(
                        topic,
                        Objects.requireNonNull(descriptions.get(name)),
                        Objects.requireNonNull(configs.get(resource(name))),
                        settings)));
        checks.values().forEach(check -> check.warnings.forEach(LOG::warn));
        List<String> refusals = checks.values().stream()
                .flatMap(check -> check.refusals.stream())
                .toList();
        if (!refusals.isEmpty()) {
            throw new WrongTopicException(String.join("\n", refusals));
        }
        checks.forEach((name, check) -> {
            if (!check.mends.isEmpty()) {
                mend(name, check.mends);
            }
        });
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
                .forEach((resource, config) -> kept.put(
                        resource.name(),
                        Duration.ofMillis(
                                Long.parseLong(TopicCheck.value(config, TopicConfig.DELETE_RETENTION_MS_CONFIG)))));
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
