package dev.partnercatalog.webhook.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import dev.partnercatalog.standalone.CompanyEvents;
import dev.partnercatalog.standalone.TopicRecords;
import dev.partnercatalog.webhook.WebhookSink;
import dev.partnercatalog.webhook.membership.Memberships.Membership;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CatalogExtension.class)
class MembershipOnBrokerTest {

    private static final String TOPIC = "membership-on-broker";

    /** The sinks share a topic in which nothing is ever written, so that nothing was ever read or committed. */
    @Test
    void a_group_that_has_read_nothing_confirms_a_membership(CatalogAddresses catalog) throws Exception {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", catalog.kafka().bootstrapServers());
        TopicRecords.create(properties, TOPIC);
        properties.put("group.id", TOPIC);
        properties.put("session.timeout.ms", 45_000);
        properties.put("auto.offset.reset", "earliest");
        Memberships memberships = new Memberships(new LateRows(() -> {
            throw new IllegalStateException("nothing is written here");
        }));
        try (Consumer<byte[], byte[]> consumer = memberships.getConsumer(properties)) {
            consumer.subscribe(List.of(TOPIC));
            Awaitility.await().pollInSameThread().until(() -> {
                var unused = consumer.poll(Duration.ofMillis(100));
                return !consumer.assignment().isEmpty();
            });
            Membership membership = memberships.ofThisThread();
            assertThat(membership.holds()).isFalse();
            assertThat(membership.isConfirmed()).isTrue();
            assertThat(membership.holds()).isTrue();
        }
    }

    /** A row that an instance handed to its producer before it was stopped lands when it goes on. */
    @Test
    void a_row_that_a_former_owner_writes_late_does_not_stay(CatalogAddresses catalog) throws Exception {
        publish(catalog, "late-rows");
        String changelog = WebhookSink.changelog(catalog.kafka());
        Map<String, Object> properties =
                Map.of("bootstrap.servers", catalog.kafka().bootstrapServers());
        try (Consumer<byte[], byte[]> consumer = TopicRecords.consumer(properties);
                Producer<byte[], byte[]> former = TopicRecords.producer(properties)) {
            List<TopicPartition> partitions = consumer.partitionsFor(changelog).stream()
                    .map(partition -> new TopicPartition(changelog, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            ConsumerRecord<byte[], byte[]> row =
                    await(consumer, of -> new String(of.key(), StandardCharsets.ISO_8859_1).contains("late-rows"));
            consumer.assign(List.of(new TopicPartition(changelog, row.partition())));
            long late = former.send(new ProducerRecord<>(changelog, row.partition(), row.key(), null))
                    .get()
                    .offset();
            // An owner notices it when it writes a row itself.
            publish(catalog, "another");

            await(consumer, of -> of.offset() > late && Arrays.equals(of.key(), row.key()));
        }
    }

    private static void publish(CatalogAddresses catalog, String partnerId) throws IOException {
        catalog.publish(CatalogTopic.PARTNERS, CompanyEvents.partner(partnerId, "http://127.0.0.1:9/", 7_900));
    }

    /** The next row that isn't deleted and is as asked for. */
    private static ConsumerRecord<byte[], byte[]> await(
            Consumer<byte[], byte[]> consumer, Predicate<ConsumerRecord<byte[], byte[]>> asked) {
        AtomicReference<ConsumerRecord<byte[], byte[]>> found = new AtomicReference<>();
        Awaitility.await().pollInSameThread().until(() -> {
            for (ConsumerRecord<byte[], byte[]> row : consumer.poll(Duration.ofMillis(100))) {
                if (row.value() != null && asked.test(row)) {
                    found.set(row);
                }
            }
            return found.get() != null;
        });
        return Objects.requireNonNull(found.get());
    }
}
