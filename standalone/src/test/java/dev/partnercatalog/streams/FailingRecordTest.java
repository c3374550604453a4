package dev.partnercatalog.streams;

import static dev.partnercatalog.streams.FailingResolver.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.runtime.quarantine.DeadLetterHeaders;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A record at which the resolver fails is set aside, and those behind it are processed. */
@ExtendWith(CatalogExtension.class)
// It waits for half a minute, so it starts before the others.
@Order(1)
class FailingRecordTest {

    @TempDir
    Path folder;

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_record_that_fails_in_the_middle_of_the_resolver_is_set_aside(CatalogAddresses catalog) throws Exception {
        failAndGoOn(catalog, "failing-exception.", () -> {
            throw new IllegalStateException("the injected fault");
        });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_record_that_overflows_the_stack_in_the_middle_of_the_resolver_is_set_aside(CatalogAddresses catalog)
            throws Exception {
        failAndGoOn(catalog, "failing-error.", () -> {
            throw new StackOverflowError("the injected fault");
        });
    }

    /** Brokers reject a record whose writer's clock is an hour ahead, unless the topic carries their own time. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void no_internal_topic_carries_the_time_of_an_instance_whose_clock_may_be_ahead(CatalogAddresses catalog)
            throws Exception {
        try (Admin admin = Admin.create(catalog.kafka().properties())) {
            List<ConfigResource> internal = admin.listTopics().names().get().stream()
                    .filter(topic -> topic.startsWith(catalog.kafka().applicationId("streams-app") + "-"))
                    .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                    .toList();
            assertThat(internal).hasSizeGreaterThan(4);
            assertThat(admin.describeConfigs(internal).all().get().values())
                    .extracting(config -> config.get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)
                            .value())
                    .containsOnly("LogAppendTime");
        }
    }

    /** The log of a store is not checked when the store is restored; its content is examined when it is needed. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void poison_in_an_internal_topic_or_the_log_of_a_store_costs_what_it_is_about_and_nothing_else(
            CatalogAddresses catalog) throws Exception {
        FailingResolver before = FailingResolver.start(catalog, "changelog.", folder.resolve("before"));
        try (before) {
            before.publish("poisoned", Instant.now());
            before.send("changelog.streams-app-layer-updates-repartition", "poison", new byte[] {1, 2, 3});
            before.publish("after", Instant.now());
            before.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "poisoned", "after");
            ConsumerRecord<byte[], byte[]> letter =
                    before.awaitKeys(CatalogTopic.DEAD_LETTERS, "poison").get(0);
            assertThat(letter.value()).containsExactly(1, 2, 3);
            assertThat(header(letter, DeadLetterHeaders.REASON)).contains("internal topic can't be read");
        }
        before.send(StreamsApp.layersTopic(before.kafka()), "poisoned/", new byte[] {1, 2, 3});
        try (FailingResolver resolver = FailingResolver.start(catalog, "changelog.", folder.resolve("after"))) {
            resolver.publish("poisoned", "another name", Instant.now());
            resolver.publish("behind", Instant.now());
            resolver.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "poisoned", "after", "behind");
            ConsumerRecord<byte[], byte[]> letter = resolver.awaitKeys(CatalogTopic.DEAD_LETTERS, "poison", "poisoned")
                    .get(1);
            assertThat(header(letter, DeadLetterHeaders.REASON)).contains("failed 3 times");
        }
    }

    /** Whatever its threads report: what waits isn't processed. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void an_instance_that_does_not_get_on_is_not_ready_until_it_does(CatalogAddresses catalog) throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        Runnable fault = () -> {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        try (FailingResolver resolver = FailingResolver.start(catalog, "not-getting-on.", folder, fault)) {
            resolver.publish("before", Instant.now());
            resolver.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "before");
            await().until(resolver.application()::isSettled);
            resolver.publish("faulty", Instant.now().minus(Duration.ofHours(2)));
            await().until(() -> !resolver.application().health().isProgressing()
                    && !resolver.application().isSettled());
            assertThat(resolver.application().positions().stalled()).hasSize(1);
            goOn.countDown();
            resolver.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "before", "faulty");
            await().until(resolver.application()::isSettled);
        }
    }

    private void failAndGoOn(CatalogAddresses catalog, String prefix, Runnable fault) throws Exception {
        try (FailingResolver resolver = FailingResolver.start(catalog, prefix, folder, fault)) {
            resolver.publish("before", Instant.now());
            resolver.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "before");

            resolver.publish("faulty", Instant.now().minus(Duration.ofHours(2)));
            resolver.publish("behind", Instant.now());
            resolver.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "before", "behind");

            ConsumerRecord<byte[], byte[]> letter =
                    resolver.awaitKeys(CatalogTopic.DEAD_LETTERS, "faulty").get(0);
            assertThat(letter.value()).isNotEmpty();
            assertThat(header(letter, DeadLetterHeaders.REASON)).contains("failed 3 times", "the injected fault");
            assertThat(header(letter, DeadLetterHeaders.TOPIC))
                    .isEqualTo(prefix + "streams-app-layer-updates-repartition");
            assertThat(resolver.faults()).isEqualTo(3);
            // Threads that fail over and over make it one that isn't ready.
            await().until(() -> !resolver.application().health().isProgressing()
                    && !resolver.application().isSettled());
            assertThat(resolver.meters()
                            .get("catalog.quarantined.records")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        }
    }
}
