package dev.partnercatalog.schemas.topic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Makes the topics that are missing and refuses those that are wrong. Running it again, or at several instances at
 * once, changes nothing.
 */
public final class TopicAdmin {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final long RETENTION_MS = Duration.ofDays(14).toMillis();

    private final Admin admin;
    private final TopicSettings settings;

    public TopicAdmin(Admin admin, TopicSettings settings) {
        this.admin = admin;
        this.settings = settings;
    }

    /**
     * Brings every topic of the catalogue into being.
     *
     * @throws WrongTopicException where an existing topic has a partition count or clean-up policy that would lose or
     *     misplace records; nothing is changed on it
     * @throws BrokerUnavailableException where the brokers don't answer in time
     */
    public void ensure() {
        Set<String> existing = await(admin.listTopics().names());
        List<NewTopic> missing = Arrays.stream(CatalogTopic.values())
                .filter(topic -> !existing.contains(topic.name(settings.prefix())))
                .map(this::newTopic)
                .toList();
        admin.createTopics(missing).values().values().forEach(TopicAdmin::awaitUnlessItExists);
        check();
    }

    /** The settings that a topic is made with. */
    NewTopic newTopic(CatalogTopic topic) {
        NewTopic created =
                new NewTopic(topic.name(settings.prefix()), partitionsOf(topic), settings.replicationFactor());
        return created.configs(configOf(topic));
    }

    private int partitionsOf(CatalogTopic topic) {
        return topic.role() == CatalogTopic.Role.LOG ? 1 : settings.partitions();
    }

    private static Map<String, String> configOf(CatalogTopic topic) {
        return switch (topic.role()) {
            case INPUT -> Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
            case TABLE ->
                Map.of(
                        TopicConfig.CLEANUP_POLICY_CONFIG,
                        TopicConfig.CLEANUP_POLICY_COMPACT,
                        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                        Integer.toString(TopicSettings.MAX_RECORD_BYTES));
            case MESSAGES, LOG ->
                Map.of(
                        TopicConfig.CLEANUP_POLICY_CONFIG,
                        TopicConfig.CLEANUP_POLICY_DELETE,
                        TopicConfig.RETENTION_MS_CONFIG,
                        Long.toString(RETENTION_MS),
                        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                        Integer.toString(TopicSettings.MAX_RECORD_BYTES));
        };
    }

    private void check() {
        Map<String, CatalogTopic> byName = new HashMap<>();
        for (CatalogTopic topic : CatalogTopic.values()) {
            byName.put(topic.name(settings.prefix()), topic);
        }
        Map<String, TopicDescription> descriptions =
                awaitKnown(() -> admin.describeTopics(byName.keySet()).allTopicNames());
        Map<ConfigResource, Config> configs = awaitKnown(() -> admin.describeConfigs(byName.keySet().stream()
                        .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                        .toList())
                .all());
        List<String> faults = new ArrayList<>();
        configs.forEach((resource, config) -> {
            CatalogTopic topic = byName.get(resource.name());
            TopicDescription description = descriptions.get(resource.name());
            if (topic == null || description == null) {
                throw new IllegalStateException("the broker described a topic nobody asked for: " + resource.name());
            }
            int partitions = description.partitions().size();
            if (topic.isPartitionedByUs() && partitions != settings.partitions()) {
                faults.add(wrongPartitions(resource.name(), partitions));
            }
            String policy = config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
            if (topic.isCompacted() && !policy.equals(TopicConfig.CLEANUP_POLICY_COMPACT)) {
                faults.add(wrongPolicy(resource.name(), policy));
            }
        });
        if (!faults.isEmpty()) {
            throw new WrongTopicException(
                    String.join("\n", faults.stream().sorted().toList()));
        }
    }

    private String wrongPartitions(String name, int partitions) {
        return "topic " + name + " has " + partitions + " partitions, but the setting says " + settings.partitions()
                + ": keys would be looked for where they are not. Set the partitions to " + partitions
                + ", or use another topic prefix";
    }

    private static String wrongPolicy(String name, String policy) {
        return "topic " + name + " has cleanup.policy=" + policy
                + ": records would be lost with time. Mend it with: kafka-configs.sh --bootstrap-server ADDRESS --alter"
                + " --entity-type topics --entity-name " + name + " --add-config cleanup.policy=compact";
    }

    private static void awaitUnlessItExists(KafkaFuture<Void> created) {
        try {
            await(created);
        } catch (TopicExistsException e) {
            // Another instance was faster, which is as good; the check that follows looks at what it made.
        }
    }

    /** Asks again while a topic that the controller has just made has not become known to the broker that is asked. */
    private static <T> T awaitKnown(Supplier<KafkaFuture<T>> question) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            try {
                return await(question.get());
            } catch (BrokerUnavailableException e) {
                boolean unknown = e.getCause() instanceof ExecutionException answer
                        && answer.getCause() instanceof UnknownTopicOrPartitionException;
                if (!unknown || System.nanoTime() > deadline) {
                    throw e;
                }
            }
            pause();
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerUnavailableException("interrupted while waiting for the brokers", e);
        }
    }

    private static <T> T await(KafkaFuture<T> future) {
        try {
            return future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException exists) {
                throw exists;
            }
            throw new BrokerUnavailableException("the brokers could not answer: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new BrokerUnavailableException("the brokers gave no answer within " + TIMEOUT.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerUnavailableException("interrupted while waiting for the brokers", e);
        }
    }
}
