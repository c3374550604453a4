package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.standalone.KafkaNode;
import dev.partnercatalog.standalone.embedded.HangingTransactions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.jspecify.annotations.Nullable;

/** The Kafka cluster under a {@link Cluster}, each topic of which has a replica at every node. */
final class Brokers implements AutoCloseable {
    private final List<KafkaNode> nodes;

    /** As in a standalone: a single broker that is killed forgets to end transactions, and readers then wait for ever. */
    private @Nullable HangingTransactions watch;

    private Brokers(List<KafkaNode> nodes) {
        this.nodes = nodes;
    }

    /** Starts a cluster and returns when all of it is serving. */
    static Brokers start(Path folder, int count) throws Exception {
        Brokers brokers = new Brokers(KafkaNode.cluster(Files.createDirectories(folder), count, List.of()));
        try {
            for (KafkaNode node : brokers.nodes) {
                node.start();
            }
            brokers.awaitServing();
            if (count == 1) {
                brokers.watch = HangingTransactions.watch(brokers.bootstrapServers());
            }
            return brokers;
        } catch (Throwable e) {
            brokers.close();
            throw e;
        }
    }

    String bootstrapServers() {
        return nodes.stream().map(KafkaNode::address).collect(Collectors.joining(","));
    }

    int count() {
        return nodes.size();
    }

    KafkaNode node(int number) {
        return nodes.get(number);
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
    }

    private void awaitServing() {
        try (Admin admin = admin()) {
            KafkaNode.awaitServing(nodes, admin);
        }
    }

    /** The node whose controller leads: if it stops, the others have to elect another one first. */
    int leader() throws Exception {
        try (Admin admin = admin()) {
            return admin.describeMetadataQuorum().quorumInfo().get().leaderId();
        }
    }

    /** Restarts a node where it left off; returns when each partition has all of its replicas in sync again. */
    void startAgain(int number) throws IOException {
        node(number).start();
        awaitServing();
        awaitWhole();
    }

    /** Waits until each partition of each topic, including Kafka's own, has all of its replicas, in sync. */
    void awaitWhole() {
        try (Admin admin = admin()) {
            await("all replicas are in sync")
                    .ignoreExceptionsInstanceOf(ExecutionException.class)
                    .untilAsserted(() -> assertThat(topics(admin).values())
                            .isNotEmpty()
                            .allSatisfy(topic -> assertThat(topic.partitions())
                                    .as(topic.name())
                                    .allSatisfy(partition -> {
                                        assertThat(partition.replicas()).hasSize(count());
                                        assertThat(partition.isr()).hasSize(count());
                                    })));
        }
    }

    /** Waits until no partition counts a killed node among its replicas in sync. */
    void awaitMissed(int number) {
        try (Admin admin = admin()) {
            await("node " + number + " is missed")
                    .ignoreExceptionsInstanceOf(ExecutionException.class)
                    .untilAsserted(() -> assertThat(topics(admin).values())
                            .flatExtracting(TopicDescription::partitions)
                            .flatExtracting(TopicPartitionInfo::isr)
                            .extracting(Node::id)
                            .doesNotContain(number));
        }
    }

    private static Map<String, TopicDescription> topics(Admin admin) throws ExecutionException, InterruptedException {
        return admin.describeTopics(admin.listTopics(new ListTopicsOptions().listInternal(true))
                        .names()
                        .get())
                .allTopicNames()
                .get();
    }

    @Override
    public void close() {
        if (watch != null) {
            watch.close();
        }
        nodes.forEach(KafkaNode::close);
    }
}
