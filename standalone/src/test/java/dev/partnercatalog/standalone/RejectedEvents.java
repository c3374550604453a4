package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Upstream publishes events that can't be accepted, an operator looks at the dead letters, and a partner is served
 * nevertheless.
 */
final class RejectedEvents {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long COMPANY = 7_400;

    private final CatalogAddresses catalog;

    RejectedEvents(CatalogAddresses catalog) {
        this.catalog = catalog;
    }

    /** Dead letters by the names that a test gives their events. */
    record Letters(Map<String, JsonNode> byName) {

        JsonNode of(String name) {
            return Objects.requireNonNull(byName.get(name));
        }

        String id(String name) {
            return of(name).path("id").asText();
        }
    }

    PartnerClient partner() throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, CompanyEvents.partner("letters", "", COMPANY));
        PartnerClient partner = catalog.client("letters");
        await().until(() ->
                partner.batchGet(COMPANY, COMPANY, List.of("x"), List.of()).statusCode() == 200);
        return partner;
    }

    static @Nullable String name(PartnerClient partner, String barcode) throws Exception {
        JsonNode variants =
                partner.variants(COMPANY, COMPANY, List.of(barcode), List.of()).path("variants");
        return variants.isEmpty() ? null : variants.path(0).path("name").asText();
    }

    static void awaitName(PartnerClient partner, String barcode, String name) {
        await().untilAsserted(() -> assertThat(name(partner, barcode)).isEqualTo(name));
    }

    /** The dead letters for the events, by the names under which the events are given. */
    Letters awaitLetters(Map<String, RecordMetadata> sent) {
        Map<String, JsonNode> found = new HashMap<>();
        await().until(() -> {
            for (String line :
                    run(0, "list", "--json", "--limit", "1000").lines().toList()) {
                JsonNode letter = PartnerClient.read(line);
                sent.forEach((name, event) -> {
                    if (letter.path("topic").asText().equals(event.topic())
                            && letter.path("partition").asInt() == event.partition()
                            && letter.path("offset").asLong() == event.offset()) {
                        found.put(name, letter);
                    }
                });
            }
            return found.size() == sent.size();
        });
        found.forEach((reason, letter) -> assertThat(
                        reason.contains(" ") ? letter.path("reason").asText() : reason)
                .contains(reason));
        return new Letters(found);
    }

    JsonNode show(JsonNode letter) {
        return PartnerClient.read(run(0, "show", "--json", letter.path("id").asText()));
    }

    /** Runs {@code ./catalog dead-letters}. */
    CommandRun run(String... arguments) {
        return CommandRun.on(
                catalog,
                Stream.concat(Stream.of("dead-letters"), Arrays.stream(arguments))
                        .toArray(String[]::new));
    }

    /** What it prints if it ends with this status. */
    String run(int status, String... arguments) {
        return run(arguments).endedWith(status);
    }

    byte[] bpd(String barcode, String name) {
        BpdVariant variant =
                BpdVariant.newBuilder().setBarcode(barcode).setName(name).build();
        return Objects.requireNonNull(new RecordSerializer<BpdVariant>(catalog.schemas(), CatalogTopic.BPD_VARIANTS)
                .serialize("catalog.bpd-variants", variant));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    RecordMetadata publish(String key, byte[] value) throws Exception {
        return publish(bytes(key), value, null);
    }

    /** Publishes like an upstream system whose producer allows larger records, which get through thanks to compression. */
    RecordMetadata publish(byte[] key, byte[] value, @Nullable Long timestamp) throws Exception {
        Properties properties = catalog.kafka().properties();
        properties.put("max.request.size", 64 << 20);
        properties.put("buffer.memory", 64 << 20);
        properties.put("compression.type", "zstd");
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            ProducerRecord<byte[], byte[]> record =
                    new ProducerRecord<>("catalog.bpd-variants", null, timestamp, key, value);
            record.headers().add("trace", bytes("of upstream"));
            return producer.send(record).get();
        }
    }

    /** Registers a schema as upstream would; returns its content id. */
    int register(String subject, String schema) throws Exception {
        ObjectNode artifact = JSON.createObjectNode().put("artifactId", subject).put("artifactType", "AVRO");
        artifact.putObject("firstVersion")
                .putObject("content")
                .put("content", schema)
                .put("contentType", "application/json");
        HttpRequest request = HttpRequest.newBuilder(URI.create(catalog.registry()
                        + "/apis/registry/v3/groups/default/artifacts?ifExists=FIND_OR_CREATE_VERSION"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(artifact.toString()))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return PartnerClient.read(answer.body())
                .path("version")
                .path("contentId")
                .asInt();
    }
}
