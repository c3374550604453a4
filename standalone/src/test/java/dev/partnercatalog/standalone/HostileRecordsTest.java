package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a publisher that may write to one input topic can do to everyone else: nothing. */
@ExtendWith(CatalogExtension.class)
class HostileRecordsTest {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String TOPIC = "catalog.bpd-variants";
    private static final int MIB = 1 << 20;
    private static final long COMPANY = 7_500;
    private static final String PARTNER = """
        {"partnerId": "hostile", "partnerName": "s", "enabled": true, "webhook": {"enabled": false, "url": ""},\
         "allowedCompanies": [{"id": "7500", "name": "c", "provider": "cova", "providerId": "p",\
         "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},\
         "locations": []}]}\
        """;

    @Test
    void the_good_records_of_a_batch_with_one_that_compression_let_pass_are_served(CatalogAddresses catalog)
            throws Exception {
        RecordMetadata large;
        try (Producer<byte[], byte[]> producer = producer(catalog)) {
            Future<RecordMetadata> first = producer.send(record("before-in-batch", bpd(catalog, "before-in-batch")));
            Future<RecordMetadata> second = producer.send(record("large-in-batch", new byte[12 * MIB]));
            Future<RecordMetadata> third = producer.send(record("after-in-batch", bpd(catalog, "after-in-batch")));
            producer.flush();
            large = second.get();
            assertThat(first.get().offset()).isEqualTo(large.offset() - 1);
            assertThat(third.get().offset()).isEqualTo(large.offset() + 1);
        }
        awaitServed(catalog, "before-in-batch", "after-in-batch");
        JsonNode letter = letter(catalog, large);
        assertThat(letter.path("key").asText()).isEqualTo("large-in-batch");
        assertThat(letter.path("omittedBytes").asLong()).isEqualTo(12L * MIB);
    }

    private static void awaitServed(CatalogAddresses catalog, String... barcodes) throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, PARTNER);
        PartnerClient partner = catalog.client("hostile");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(partner.variants(COMPANY, COMPANY, List.of(barcodes), List.of())
                                .path("variants"))
                        .hasSize(barcodes.length));
    }

    /** What {@code ./catalog dead-letters} says about a record. */
    private static JsonNode letter(CatalogAddresses catalog, RecordMetadata record) {
        return CommandRun.on(catalog, "dead-letters", "list", "--json", "--limit=1000")
                .endedWith(0)
                .lines()
                .map(PartnerClient::read)
                .filter(letter -> letter.path("topic").asText().equals(TOPIC)
                        && letter.path("partition").asInt() == record.partition()
                        && letter.path("offset").asLong() == record.offset())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no dead letter of " + record));
    }

    /** The producer of an upstream system that limits nothing. */
    private static Producer<byte[], byte[]> producer(CatalogAddresses catalog) {
        Properties properties = catalog.kafka().properties();
        properties.putAll(Map.of(
                "max.request.size",
                64 * MIB,
                "buffer.memory",
                64L * MIB,
                "batch.size",
                64 * MIB,
                "linger.ms",
                500,
                "compression.type",
                "zstd"));
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static ProducerRecord<byte[], byte[]> record(String key, byte[] value) {
        return new ProducerRecord<>(TOPIC, 0, key.getBytes(StandardCharsets.UTF_8), value);
    }

    private static byte[] bpd(CatalogAddresses catalog, String barcode) {
        BpdVariant variant =
                BpdVariant.newBuilder().setBarcode(barcode).setName(barcode).build();
        return Objects.requireNonNull(new RecordSerializer<BpdVariant>(catalog.schemas(), CatalogTopic.BPD_VARIANTS)
                .serialize(TOPIC, variant));
    }
}
