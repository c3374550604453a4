package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.listen.WebhookReceiver;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.partner.CopyProof;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.CopyReport;
import dev.partnercatalog.webhook.HeldCopies;
import dev.partnercatalog.webhook.reconcile.Verification;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Whether a partner's copy is correct, determined by the partner with the library that we provide, and by the
 * operator's command.
 */
@ExtendWith(CatalogExtension.class)
class CopyProofTest {
    private static final long COMPANY = 8_100;
    private static final long LOCATION = 8_101;
    private static final int LISTED = 60;
    private static final String PATH = "/v1/" + COMPANY + "/location/" + LOCATION + "/variants/digest";

    private final Queue<String> refused = new ConcurrentLinkedQueue<>();

    @Test
    @DisplayName("D31: a copy from batch-get has our digests; corrupted, missing and extra records are found by range")
    void a_partner_finds_what_is_wrong_with_its_copy(CatalogAddresses catalog) throws Exception {
        publish(catalog, "proof", COMPANY, LOCATION, "");
        PartnerClient partner = catalog.client("proof");
        List<String> barcodes = barcodes(COMPANY);
        Map<String, JsonNode> copy = new TreeMap<>();
        await().untilAsserted(() -> {
            partner.variants(COMPANY, LOCATION, barcodes, List.of())
                    .path("variants")
                    .forEach(record -> copy.put(record.path("barcode").asText(), record));
            assertThat(get(partner, PATH).path("count").asInt()).isEqualTo(LISTED);
            assertThat(copy).hasSize(LISTED);
        });
        CopyProof right = new CopyProof();
        copy.values().forEach(right::add);
        assertThat(right.differing(get(partner, PATH).toString())).isEmpty();

        ((ObjectNode) Objects.requireNonNull(copy.get(barcodes.get(3)))).put("unitSize", 4);
        copy.remove(barcodes.get(4));
        copy.put(
                "extra",
                ((ObjectNode) Objects.requireNonNull(copy.get(barcodes.get(5))).deepCopy()).put("barcode", "extra"));

        assertThat(wrong(partner, copy)).containsExactlyInAnyOrder(barcodes.get(3), barcodes.get(4), "extra");
    }

    /** Compares as docs/partners/keeping-a-copy.md describes: first the digests, then the records of a range that differs. */
    private static Set<String> wrong(PartnerClient partner, Map<String, JsonNode> copy) throws Exception {
        CopyProof proof = new CopyProof();
        copy.values().forEach(proof::add);
        Set<String> wrong = new TreeSet<>();
        for (int range : proof.differing(get(partner, PATH).toString())) {
            List<JsonNode> ours = copy.values().stream()
                    .filter(record -> CopyProof.range(record.path("barcode").asText()) == range)
                    .toList();
            wrong.addAll(
                    CopyProof.wrong(ours, get(partner, PATH + "?range=" + range).toString()));
        }
        return wrong;
    }

    private static JsonNode get(PartnerClient partner, String path) throws Exception {
        HttpResponse<String> answer = partner.send("GET", path, null).get(1, TimeUnit.MINUTES);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return PartnerClient.read(answer.body());
    }

    @Test
    @DisplayName("webhooks verify finds that everything agrees, and finds a corrupted or missing held record")
    void an_operator_finds_what_is_wrong_with_what_the_sink_believes(CatalogAddresses catalog) throws Exception {
        long company = 8_200;
        long location = 8_201;
        Map<String, JsonNode> held = new ConcurrentHashMap<>();
        catalog.createClient("verified");
        try (WebhookReceiver receiver = WebhookReceiver.start(
                catalog.webhookSecret("verified"),
                message -> message.at("/data/variants")
                        .forEach(record -> held.put(record.path("barcode").asText(), record)),
                refused::add)) {
            publish(catalog, "verified", company, location, receiver.url().toString());
            await().untilAsserted(() -> {
                assertThat(held).hasSize(LISTED);
                JsonNode report = verify(catalog, 0, "verified");
                assertThat(report.path("agree").asInt()).isEqualTo(LISTED);
                assertThat(report.path("equal").asBoolean()).isTrue();
            });
            assertThat(verifyKeepingLittle(catalog, "verified", company).counts())
                    .isEqualTo(Map.of(Verification.Finding.AGREES, (long) LISTED));
            assertThat(refused).isEmpty();

            String barcode = barcodes(company).get(7);
            ConsumerRecord<byte[], byte[]> row = heldRow(catalog, "verified", barcode);
            byte[] other = row.value().clone();
            other[5]++;
            try {
                write(catalog, row, other);
                JsonNode spoiled =
                        verify(catalog, 1, "verified", "--company", "" + company, "--location", "" + location);
                assertThat(spoiled.path("agree").asInt()).isEqualTo(LISTED - 1);
                assertThat(spoiled.path("differ").asInt()).isEqualTo(1);
                assertThat(spoiled.at("/examples/differ/0/barcode").asText()).isEqualTo(barcode);

                write(catalog, row, null);
                JsonNode lost = verify(catalog, 1, "verified");
                assertThat(lost.path("missing").asInt()).isEqualTo(1);
                assertThat(lost.at("/examples/missing/0/barcode").asText()).isEqualTo(barcode);

                assertNothingThere(catalog, "COMPANY_NOT_ALLOWED", "--company", "" + (company + 1));
                assertNothingThere(
                        catalog, "LOCATION_NOT_ALLOWED", "--company", "" + company, "--location", "" + (location + 1));
            } finally {
                write(catalog, row, row.value());
            }
            verify(catalog, 0, "verified");
        }
    }

    private static void assertNothingThere(CatalogAddresses catalog, String why, String... scope) {
        List<String> command = new ArrayList<>(List.of("webhooks", "verify", "verified", "--json"));
        command.addAll(List.of(scope));
        CommandRun run = CommandRun.on(catalog, command.toArray(String[]::new));
        assertThat(run.endedWith(1)).isEmpty();
        assertThat(run.err()).contains("partner verified gets nothing there, and has nothing: 403 " + why);
    }

    private static JsonNode verify(CatalogAddresses catalog, int status, String partnerId, String... scope) {
        List<String> command = new ArrayList<>(List.of("webhooks", "verify", partnerId, "--json"));
        command.addAll(List.of(scope));
        return PartnerClient.read(
                CommandRun.on(catalog, command.toArray(String[]::new)).endedWith(status));
    }

    /** With so little memory that the topics are read in many parts. */
    private static CopyReport verifyKeepingLittle(CatalogAddresses catalog, String partnerId, long company) {
        Brokers brokers = new Brokers(catalog.kafka());
        SchemaRegistry registry = catalog.schemas();
        try (RecordedCatalog recorded = RecordedCatalog.connect(catalog.kafka(), registry);
                Consumer<byte[], byte[]> consumer = brokers.bytesConsumer()) {
            HeldCopies copies = new HeldCopies(
                    catalog.kafka(),
                    registry,
                    brokers.partitionsOf(CatalogTopic.COMPANY_VARIANTS),
                    topic -> new LogReader(consumer, topic),
                    LISTED);
            return Objects.requireNonNull(copies.verify(recorded.configurations(partnerId), partnerId, company, null));
        }
    }

    /** What the sink's changelog contains about a variant that a partner has. */
    private static ConsumerRecord<byte[], byte[]> heldRow(CatalogAddresses catalog, String partnerId, String barcode) {
        List<ConsumerRecord<byte[], byte[]>> rows = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = new Brokers(catalog.kafka()).bytesConsumer()) {
            LogReader reader = new LogReader(consumer, HeldCopies.changelog(catalog.kafka()));
            reader.read(reader.beginnings(), reader.ends(), record -> {
                String key = new String(record.key(), StandardCharsets.ISO_8859_1);
                if (key.startsWith("h" + partnerId + "\0") && key.contains(barcode + "\0") && record.value() != null) {
                    rows.add(record);
                }
            });
        }
        assertThat(rows).isNotEmpty();
        return rows.get(rows.size() - 1);
    }

    private static void write(CatalogAddresses catalog, ConsumerRecord<byte[], byte[]> row, byte @Nullable [] value)
            throws Exception {
        try (Producer<byte[], byte[]> producer = new Brokers(catalog.kafka()).bytesProducer()) {
            producer.send(new ProducerRecord<>(row.topic(), row.partition(), row.key(), value))
                    .get();
        }
    }

    private static List<String> barcodes(long company) {
        return IntStream.range(0, LISTED).mapToObj(i -> company + "-" + i).toList();
    }

    private static void publish(CatalogAddresses catalog, String partnerId, long company, long location, String webhook)
            throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, """
                {"partnerId": "%s", "partnerName": "Proof", "enabled": true, "webhook": {"enabled": %s, "url": "%s"},\
                 "allowedCompanies": [{"id": "%d", "name": "c", "provider": "cova", "providerId": "p%d",\
                 "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},\
                 "locations": [{"id": "%d", "name": "l", "providerId": "q"}]}]}""".formatted(
                        partnerId, !webhook.isEmpty(), webhook, company, company, location));
        List<String> products = new ArrayList<>();
        List<String> listings = new ArrayList<>();
        List<String> sizes = List.of("3.5", "1e-7", "1e21", "10", "0.1", "123456789012345680000");
        for (String barcode : barcodes(company)) {
            products.add("""
                    {"barcode": "%s", "name": "N\\u0007 😀 \\"%s\\"", "unitSize": %s, "gradingResults": {"\\uffee": "a", "😀": "b"}}""".formatted(barcode, barcode, sizes.get(products.size() % sizes.size())));
            listings.add("""
                    {"companyId": %d, "locationId": %d, "sku": "sku-%s", "barcode": "%s"}""".formatted(company, location, barcode, barcode));
        }
        catalog.publish(CatalogTopic.BPD_VARIANTS, products.toArray(String[]::new));
        catalog.publish(CatalogTopic.LISTINGS, listings.toArray(String[]::new));
    }
}
