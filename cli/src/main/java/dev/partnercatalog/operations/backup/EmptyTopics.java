package dev.partnercatalog.operations.backup;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.topic.BrokerAnswer;
import dev.partnercatalog.operations.topic.ClusterState;
import dev.partnercatalog.operations.topic.Polling;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Makes sure that topics exist and are empty, and that nothing uses them, before a backup is restored. */
final class EmptyTopics {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Admin admin;
    private final KafkaSettings kafka;

    /** @param kafka settings with the number of partitions that topics have or will have */
    EmptyTopics(Admin admin, KafkaSettings kafka) {
        this.admin = admin;
        this.kafka = kafka;
    }

    /** Throws {@link OperatorFault} if an instance of an application is running. */
    void requireStopped(String application) {
        String group = kafka.applicationId(application);
        boolean isRunning = BrokerAnswer.await(
                "the brokers refuse",
                () -> new ClusterState(admin, false)
                        .group(group)
                        .filter(known -> !known.members().isEmpty())
                        .isPresent());
        if (isRunning) {
            throw new OperatorFault(application + " is running on these topics (group " + group
                    + "): stop all its instances first. A killed one counts as running for another 10 seconds");
        }
    }

    /** Deletes those of the topics that exist. */
    void delete(Set<String> topics) {
        Set<String> there = existing(topics);
        for (KafkaFuture<Void> deletion :
                admin.deleteTopics(there).topicNameValues().values()) {
            get(deletion);
        }
        Polling.until(
                () -> existing(topics).isEmpty(),
                PATIENCE,
                () -> new OperatorFault("the brokers have not deleted " + String.join(", ", existing(topics))
                        + " within " + PATIENCE.toSeconds() + " s"));
    }

    /** Throws {@link OperatorFault} if one of the topics has, or ever had, any record; lists all that do. */
    void requireEmpty(Set<String> topics) {
        List<String> full = BrokerAnswer.await(
                "can't find out whether the topics are empty",
                () -> new ClusterState(admin, false).filled(existing(topics)));
        if (!full.isEmpty()) {
            throw new OperatorFault(String.join(", ", full) + (full.size() == 1 ? " holds" : " hold")
                    + " records, but a backup can only be restored into empty topics. If an earlier restore was"
                    + " interrupted, --start-over deletes what it wrote");
        }
    }

    /** Creates all topics of the catalog that are missing, and rejects those with wrong settings. */
    void makeCatalog() {
        new TopicAdmin(admin, kafka.topics()).createAndCheck();
    }

    /** Creates the changelog of a store, as Kafka Streams would, if it is missing. */
    void makeChangelog(String topic) {
        TopicSettings topics = kafka.topics();
        NewTopic changelog = new NewTopic(topic, topics.partitions(), topics.replicationFactor())
                .configs(Map.of(
                        TopicConfig.CLEANUP_POLICY_CONFIG,
                        TopicConfig.CLEANUP_POLICY_COMPACT,
                        TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                        "CreateTime",
                        TopicConfig.DELETE_RETENTION_MS_CONFIG,
                        Long.toString(TopicSettings.TOMBSTONE_RETENTION.toMillis()),
                        TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                        Integer.toString(TopicSettings.MAX_RECORD_BYTES)));
        try {
            get(admin.createTopics(List.of(changelog)).all());
        } catch (TopicExistsException e) {
            int found = describe(Set.of(topic))
                    .values()
                    .iterator()
                    .next()
                    .partitions()
                    .size();
            if (found != topics.partitions()) {
                throw new OperatorFault(
                        "topic " + topic + " has " + Quantity.of(found, "partition") + ", but the others have "
                                + topics.partitions() + ": delete it",
                        e);
            }
        }
        Polling.until(
                () -> !existing(Set.of(topic)).isEmpty(),
                PATIENCE,
                () -> new OperatorFault(
                        "the brokers have not created " + topic + " within " + PATIENCE.toSeconds() + " s"));
    }

    /** Returns the number of partitions of a catalog's topics, which must all exist. */
    static int partitions(Admin admin, String prefix) {
        var found = new TopicAdmin(admin, new TopicSettings(prefix, TopicSettings.NOT_ASKED, (short) -1)).find();
        if (!found.missing().isEmpty()) {
            throw new OperatorFault("topics such as " + CatalogTopic.COMPANY_VARIANTS.name(prefix)
                    + " are missing: restore the backup without --webhooks first, which creates them");
        }
        return found.partitions();
    }

    private Set<String> existing(Set<String> topics) {
        return get(admin.listTopics().names()).stream().filter(topics::contains).collect(Collectors.toSet());
    }

    private Map<String, TopicDescription> describe(Set<String> topics) {
        return get(admin.describeTopics(topics).allTopicNames());
    }

    private static <T> T get(KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException there) {
                throw there;
            }
            if (e.getCause() instanceof UnknownTopicOrPartitionException unknown) {
                throw new OperatorFault("a topic was deleted meanwhile: " + unknown.getMessage(), unknown);
            }
            throw new OperatorFault("the brokers refuse: " + FaultWords.of(e), e);
        } catch (InterruptedException e) {
            throw Polling.interrupted(e);
        }
    }
}
