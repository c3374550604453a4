package dev.partnercatalog.streams;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.topic.LogReader;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import dev.partnercatalog.standalone.TopicRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * D38: after an absence of all resolvers, what upstream deleted meanwhile goes, with all that followed from it, and nothing
 * else. That compaction has removed the deletions, too, is played by inputs that are made anew.
 */
@Tag("processes")
@Order(1)
@ExtendWith(CatalogExtension.class)
class AbsenceSweepTest {

    private static final String PREFIX = "absence.";
    private static final int PARTITIONS = 3;
    private static final String ABSENCE = "2026-11-25T10:00:00Z";
    private static final List<String> INPUTS = Stream.of(CatalogTopic.values())
            .filter(CatalogTopic::isInput)
            .map(topic -> topic.name(PREFIX))
            .toList();

    @TempDir
    Path folder;

    private CatalogAddresses catalog;
    private KafkaSettings kafka;

    @BeforeEach
    @SuppressWarnings("try") // the resolver only needs to run
    void publishAll(CatalogAddresses addresses) throws Exception {
        catalog = addresses.under(PREFIX, PARTITIONS);
        kafka = catalog.kafka();
        catalog.create();
        try (StreamsApp resolver = resolver();
                OpenTopics topics = catalog.open()) {
            catalog.publish(CatalogTopic.BPD_VARIANTS, product("b", "Canonical"), product("c", "Canonical"));
            catalog.publish(CatalogTopic.COMPANY_OVERRIDES, override("b"), override("c"));
            catalog.publish(CatalogTopic.LOCATION_ATTRIBUTES, attributes("b"), attributes("c"));
            catalog.publish(CatalogTopic.LISTINGS, listing(1, "sb", "b"), listing(1, "sc", "c"), listing(1, "sd", "b"));
            catalog.publish(CatalogTopic.PARTNERS, partner("p", "", 1), partner("q", "", 1));
            catalog.publish(CatalogTopic.COMPANIES, company(1), company(5));
            catalog.publish(CatalogTopic.COMPANY_CONFIGS, config("p", ""), config("q", ""));
            catalog.publish(CatalogTopic.LOCATION_CONFIGS, config("p", ", \"locationId\": 2"));
            topics.put(
                    CatalogTopic.PARTNER_COMMANDS,
                    "backup",
                    new PartnerCommand(
                            "command",
                            "backup",
                            0L,
                            Partner.newBuilder()
                                    .setPartnerId("backup")
                                    .setPartnerName("n")
                                    .setEnabled(true)
                                    .setWebhook(new WebhookSetting(false, ""))
                                    .setAllowedCompanies(List.of())
                                    .build(),
                            WebhookControl.newBuilder().build(),
                            0L));
            awaitHeld(CatalogTopic.RESOLVED_VARIANTS, "b", "c");
            awaitHeld(CatalogTopic.COMPANY_VARIANTS, "b/1", "b/1/2", "c/1", "c/1/2");
            awaitHeld(CatalogTopic.SKU_BARCODES, "1/2/sb", "1/2/sc", "1/2/sd");
            awaitHeld(CatalogTopic.PARTNER_CONFIGS, "p", "q", "backup");
            awaitHeld(CatalogTopic.COMPANY_DIRECTORY, "1", "5");
            awaitHeld(CatalogTopic.SCOPE_CONFIGS, "p/1", "q/1", "p/1/2");
        }
        makeInputsAnew();
    }

    @Test
    @SuppressWarnings("try") // the resolver only needs to run
    void what_upstream_deleted_goes_with_all_that_followed_even_after_a_kill_and_what_it_published_meanwhile_stays()
            throws Exception {
        catalog.publish(CatalogTopic.BPD_VARIANTS, product("c", "Canonical"));
        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, override("b"));
        catalog.publish(CatalogTopic.LOCATION_ATTRIBUTES, attributes("b"), attributes("c"));
        catalog.publish(CatalogTopic.LISTINGS, listing(1, "sc", "c"));
        catalog.publish(CatalogTopic.PARTNERS, partner("q", "", 1));
        catalog.publish(CatalogTopic.COMPANIES, company(1));
        catalog.publish(CatalogTopic.COMPANY_CONFIGS, config("q", ""));
        waitBetweenTheSteps("late");

        Producer<byte[], byte[]> killed = producer(() -> {
            throw new IllegalStateException("killed");
        });
        int[] transactions = {0};
        Producer<byte[], byte[]> producer = producer(() -> {
            if (transactions[0]++ == 0) {
                publish(CatalogTopic.LISTINGS, listing(1, "sd", "b"));
            }
        });
        try (AbsenceSweep interrupted = new AbsenceSweep(kafka, LogReader.consumer(kafka.properties()), killed);
                AbsenceSweep sweep = new AbsenceSweep(kafka, LogReader.consumer(kafka.properties()), producer)) {
            assertThatThrownBy(() -> interrupted.run(ABSENCE)).hasMessage("killed");
            sweep.run(ABSENCE);
        }
        assertThat(transactions[0]).as("the first one is aborted").isEqualTo(2);
        assertThat(TopicRecords.newest(kafka, CatalogTopic.INPUTS_READ.name(PREFIX)))
                .containsEntry(AbsenceSweep.NOTE, ABSENCE.getBytes(StandardCharsets.UTF_8));

        try (StreamsApp resolver = resolver()) {
            awaitHeld(CatalogTopic.RESOLVED_VARIANTS, "c");
            awaitHeld(CatalogTopic.SKU_BARCODES, "1/2/sc", "1/2/sd");
            awaitHeld(CatalogTopic.COMPANY_VARIANTS, "c/1", "c/1/2");
            awaitHeld(CatalogTopic.PARTNER_CONFIGS, "q", "backup");
            awaitHeld(CatalogTopic.COMPANY_DIRECTORY, "1");
            awaitHeld(CatalogTopic.SCOPE_CONFIGS, "q/1");
            assertThat(TopicRecords.newest(kafka, StreamsApp.layersTopic(kafka)).get("b/1/#override"))
                    .as("it was published, though BPD lacks the product")
                    .isNotNull();
            assertThat(TopicRecords.of(kafka, CatalogTopic.RESOLVED_VARIANTS.name(PREFIX)))
                    .as("it was applied before it was deleted")
                    .filteredOn(record -> TopicRecords.key(record).equals("late"))
                    .hasSize(2);
            assertThat(TopicRecords.of(kafka, CatalogTopic.DEAD_LETTERS.name(PREFIX)))
                    .isEmpty();
        }
    }

    /** @param written called when deletions were written, before they are committed */
    private Producer<byte[], byte[]> producer(Runnable written) {
        Properties writing = kafka.properties();
        writing.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, PREFIX + "sweep");
        return new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer()) {
            @Override
            public void flush() {
                super.flush();
                written.run();
            }
        };
    }

    private StreamsApp resolver() {
        return StreamsApp.start(StreamsAppSettings.of(kafka, catalog.registry(), folder));
    }

    private void publish(CatalogTopic topic, String line) {
        try {
            catalog.publish(topic, line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String override(String barcode) {
        return "{\"companyId\": 1, \"barcode\": \"%s\", \"name\": \"Ours\"}".formatted(barcode);
    }

    private static String attributes(String barcode) {
        return "{\"companyId\": 1, \"locationId\": 2, \"barcode\": \"%s\", \"description\": \"Here\"}"
                .formatted(barcode);
    }

    private static String company(long id) {
        return "{\"companyId\": %d, \"name\": \"c\", \"provider\": \"cova\", \"providerId\": \"%d\"}".formatted(id, id);
    }

    private static String config(String partnerId, String location) {
        return "{\"partnerId\": \"%s\", \"companyId\": 1%s}".formatted(partnerId, location);
    }

    /** An update of a product that the first step had passed on before the absence. */
    private void waitBetweenTheSteps(String barcode) {
        byte[] bpd = new SingleObjectSerde<>(BpdVariant.class)
                .encode(BpdVariant.newBuilder().setBarcode(barcode).build());
        byte[] update = new SingleObjectSerde<>(LayerUpdate.class)
                .encode(new LayerUpdate(LayerKind.BPD, null, null, ByteBuffer.wrap(bpd)));
        try (Producer<byte[], byte[]> producer = TopicRecords.producer(kafka.properties())) {
            var unused = producer.send(new ProducerRecord<>(
                    kafka.applicationId("streams-app") + "-layer-updates-repartition",
                    Partitioning.byBarcode(barcode, PARTITIONS),
                    barcode.getBytes(StandardCharsets.UTF_8),
                    update));
        }
    }

    private void makeInputsAnew() throws Exception {
        try (Admin admin = Admin.create(kafka.properties())) {
            admin.deleteTopics(INPUTS).all().get();
            await().until(() -> admin.listTopics().names().get().stream().noneMatch(INPUTS::contains));
            await().ignoreExceptions().untilAsserted(catalog::create);
            Set<TopicPartition> positions = INPUTS.stream()
                    .flatMap(topic -> IntStream.range(0, PARTITIONS).mapToObj(i -> new TopicPartition(topic, i)))
                    .collect(Collectors.toSet());
            admin.deleteConsumerGroupOffsets(kafka.applicationId("streams-app"), positions)
                    .all()
                    .get();
        }
    }

    /** Waits until a table has these rows and no other. */
    private void awaitHeld(CatalogTopic table, String... keys) {
        await().untilAsserted(() -> {
            var rows = TopicRecords.newest(kafka, table.name(PREFIX));
            rows.values().removeIf(Objects::isNull);
            assertThat(new HashSet<>(rows.keySet())).containsExactlyInAnyOrder(keys);
        });
    }
}
