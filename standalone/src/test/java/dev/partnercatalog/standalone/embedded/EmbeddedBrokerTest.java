package dev.partnercatalog.standalone.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("processes")
class EmbeddedBrokerTest {
    @TempDir
    Path directory;

    @Test
    void a_restart_on_the_same_folder_is_the_same_cluster_with_the_same_topics() throws Exception {
        String clusterId;
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0);
                Admin admin = admin(broker)) {
            admin.createTopics(List.of(new NewTopic("kept", 2, (short) 1)))
                    .all()
                    .get();
            clusterId = admin.describeCluster().clusterId().get();
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0);
                Admin admin = admin(broker)) {
            assertThat(admin.describeCluster().clusterId().get()).isEqualTo(clusterId);
            assertThat(admin.listTopics().names().get()).contains("kept");
        }
    }

    @Test
    void a_record_for_a_topic_that_nobody_made_is_refused() throws Exception {
        Map<String, Object> impatient = Map.of("max.block.ms", 1000);
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0);
                Admin admin = admin(broker);
                KafkaProducer<String, String> producer = producer(broker, impatient)) {
            assertThatThrownBy(() -> producer.send(new ProducerRecord<>("unknown", "value"))
                            .get())
                    .isInstanceOf(ExecutionException.class);
            assertThat(admin.listTopics().names().get()).isEmpty();
        }
    }

    @Test
    void topics_are_made_and_checked_in_one_go_and_again_without_a_change() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0);
                Admin admin = admin(broker)) {
            // Many times, because a broker learns about a topic a moment after it is created.
            for (int i = 0; i < 20; i++) {
                TopicAdmin topics = new TopicAdmin(admin, new TopicSettings("t" + i + ".", 2, (short) 1));
                topics.createAndCheck();
                topics.createAndCheck();
            }
            assertThat(admin.listTopics().names().get()).hasSize(20 * CatalogTopic.values().length);
        }
    }

    @Test
    void every_acknowledged_record_survives_a_kill() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BrokerParent.class.getName(),
                        directory.toString(),
                        "0")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        try {
            String address = process.inputReader().readLine();
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
                admin.createTopics(List.of(new NewTopic("records", 3, (short) 1)))
                        .all()
                        .get();
            }
            publishUntilKilled(address, process, acknowledged);
        } finally {
            process.destroyForcibly();
        }

        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0)) {
            assertThat(readAll(broker.bootstrapServers(), 3)).containsAll(acknowledged);
        }
    }

    private static void publishUntilKilled(String address, Process process, Set<String> acknowledged) throws Exception {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", address, "acks", "all", "delivery.timeout.ms", 2000, "request.timeout.ms", 1000);
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            for (int i = 0; acknowledged.size() < 10_000; i++) {
                String value = "record " + i;
                var unused = producer.send(new ProducerRecord<>("records", value), (metadata, failure) -> {
                    if (failure == null) {
                        acknowledged.add(value);
                    }
                });
            }
            process.destroyForcibly().waitFor();
        }
    }

    private static Set<String> readAll(String address, int partitions) {
        Set<String> values = new HashSet<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", address), new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> all = IntStream.range(0, partitions)
                    .mapToObj(partition -> new TopicPartition("records", partition))
                    .toList();
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofSeconds(1)).forEach(received -> values.add(received.value()));
            }
        }
        return values;
    }

    @Test
    void a_taken_port_is_named() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> EmbeddedBroker.start(directory, taken.getLocalPort()))
                    .isInstanceOf(OperatorFault.class)
                    .hasMessageContaining("port " + taken.getLocalPort() + " for Kafka is not free");
        }
    }

    private static Admin admin(EmbeddedBroker broker) {
        return Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
    }

    private static KafkaProducer<String, String> producer(EmbeddedBroker broker, Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("bootstrap.servers", broker.bootstrapServers());
        return new KafkaProducer<>(all, new StringSerializer(), new StringSerializer());
    }
}
