package dev.partnercatalog.webhook.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CatalogExtension.class)
class MembershipOnBrokerTest {

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String TOPIC = "membership-on-broker";

    /** The sinks share a topic in which nothing is ever written, so that nothing was ever read or committed. */
    @Test
    void a_group_that_has_read_nothing_confirms_a_membership(CatalogAddresses catalog) throws Exception {
        Map<String, Object> properties = new HashMap<>();
        properties.put("bootstrap.servers", catalog.kafka().bootstrapServers());
        try (Admin admin = Admin.create(properties)) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
        }
        properties.put("group.id", TOPIC);
        properties.put("session.timeout.ms", 45_000);
        properties.put("auto.offset.reset", "earliest");
        Memberships memberships = new Memberships();
        try (Consumer<byte[], byte[]> consumer = memberships.getConsumer(properties)) {
            consumer.subscribe(List.of(TOPIC));
            await().atMost(SOON).pollInSameThread().until(() -> {
                var unused = consumer.poll(Duration.ofMillis(100));
                return !consumer.assignment().isEmpty();
            });
            Membership membership = memberships.ofThisThread();
            assertThat(membership.holds()).isFalse();
            assertThat(membership.isConfirmedSince(System.nanoTime())).isTrue();
            assertThat(membership.holds()).isTrue();
        }
    }
}
