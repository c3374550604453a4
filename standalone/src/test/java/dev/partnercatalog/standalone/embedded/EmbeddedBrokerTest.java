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
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("processes")
class EmbeddedBrokerTest {
    @TempDir
    Path directory;

    @Test
    void topics_are_made_and_checked_in_one_go_and_no_other_ones_by_writing_to_them() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start(directory, 0);
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()));
                KafkaProducer<String, String> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.bootstrapServers(), "max.block.ms", 1_000),
                        new StringSerializer(),
                        new StringSerializer())) {
            // Many times, because a broker learns about a topic a moment after it is created.
            for (int i = 0; i < 20; i++) {
                TopicAdmin topics = new TopicAdmin(admin, new TopicSettings("t" + i + ".", 2, (short) 1));
                topics.createAndCheck();
                topics.createAndCheck();
            }
            assertThatThrownBy(() -> producer.send(new ProducerRecord<>("unknown", "value"))
                            .get())
                    .isInstanceOf(ExecutionException.class);
            assertThat(admin.listTopics().names().get()).hasSize(20 * CatalogTopic.values().length);
        }
    }

    @Test
    void a_taken_port_is_named() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> EmbeddedBroker.start(directory, taken.getLocalPort()))
                    .isInstanceOf(OperatorFault.class)
                    .hasMessageContaining("port " + taken.getLocalPort() + " for Kafka is not free");
        }
    }
}
