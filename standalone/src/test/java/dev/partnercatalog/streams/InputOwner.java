package dev.partnercatalog.streams;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;

/** What the owner of an input topic does with it. Each change is complete when its method returns. */
record InputOwner(Admin admin) {

    private static final Duration SOON = Duration.ofSeconds(90);

    void makeAnew(String topic, int partitions) throws Exception {
        admin.deleteTopics(List.of(topic)).all().get();
        await().atMost(SOON).until(() -> !admin.listTopics().names().get().contains(topic));
        admin.createTopics(List.of(
                        new NewTopic(topic, partitions, (short) 1).configs(Map.of("cleanup.policy", "compact"))))
                .all()
                .get();
        awaitPartitions(topic, partitions);
    }

    void raise(String topic, int partitions) throws Exception {
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                .all()
                .get();
        awaitPartitions(topic, partitions);
    }

    private void awaitPartitions(String topic, int partitions) {
        await().atMost(SOON)
                .ignoreException(ExecutionException.class)
                .until(() -> Objects.requireNonNull(admin.describeTopics(List.of(topic))
                                        .allTopicNames()
                                        .get()
                                        .get(topic))
                                .partitions()
                                .stream()
                                .filter(partition -> partition.leader() != null)
                                .count()
                        == partitions);
    }
}
