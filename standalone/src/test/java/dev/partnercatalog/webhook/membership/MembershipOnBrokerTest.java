package dev.partnercatalog.webhook.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CatalogExtension.class)
class MembershipOnBrokerTest {

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final TopicPartition READ = new TopicPartition("membership-on-broker", 0);
    private static final int RECORDS = 5;

    /** Else a task would take the beginning for the end, and tell partners to remove what it has yet to read. */
    @Test
    void a_new_group_that_confirms_a_membership_knows_where_its_partitions_end(CatalogAddresses catalog)
            throws Exception {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", catalog.kafka().bootstrapServers());
        try (Admin admin = Admin.create(properties);
                Producer<byte[], byte[]> producer =
                        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            admin.createTopics(List.of(new NewTopic(READ.topic(), 1, (short) 1)))
                    .all()
                    .get();
            for (int i = 0; i < RECORDS; i++) {
                producer.send(new ProducerRecord<>(READ.topic(), READ.partition(), new byte[0], new byte[0]))
                        .get();
            }
        }
        properties.put("group.id", "membership-on-broker");
        properties.put("session.timeout.ms", 45_000);
        properties.put("isolation.level", "read_committed");
        properties.put("auto.offset.reset", "earliest");
        properties.put("max.poll.records", 1);
        Memberships memberships = new Memberships();
        try (Consumer<byte[], byte[]> consumer = memberships.getConsumer(properties)) {
            consumer.subscribe(List.of(READ.topic()));
            await().atMost(SOON)
                    .pollInSameThread()
                    .until(() -> !consumer.poll(Duration.ofMillis(100)).isEmpty());
            Membership membership = memberships.ofThisThread();
            assertThat(membership.isConfirmedSince(System.nanoTime())).isTrue();
            assertThat(membership.end(READ)).isEqualTo(OptionalLong.of(RECORDS));
            assertThat(membership.lastBefore(READ, RECORDS))
                    .as("it was given one")
                    .isEmpty();
        }
    }
}
