package dev.partnercatalog.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.query.AddressSettings;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.runtime.tracing.TracingSettings;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.SignedEndpoint.Message;
import dev.partnercatalog.standalone.SpanCollector.Received;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.StreamsAppSettings;
import dev.partnercatalog.webhook.WebhookSink;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The three applications beside the shared catalog, under a separate prefix, and a collector that receives their spans.
 */
@ExtendWith(CatalogExtension.class)
class SpansTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String EVENT = "00f067aa0ba902b7";
    private static final TraceParent TRACE = new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-" + EVENT + "-01");
    private static final TraceParent REQUEST =
            new TraceParent("00-aaf92f3577b34da6a3ce929d0e0e4736-aaf067aa0ba902b7-01");
    private static final String PARTNER = """
            {"partnerId": "traced", "partnerName": "t", "enabled": true, "webhook": {"enabled": true, "url": "%s"},\
             "allowedCompanies": [{"id": "7500", "name": "c", "provider": "cova", "providerId": "p",\
             "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},\
             "locations": [{"id": "7501", "name": "l", "providerId": "q"}]}]}""";

    private final SpanCollector collector = new SpanCollector();
    private final BlockingQueue<Optional<String>> webhooks = new LinkedBlockingQueue<>();

    @TempDir
    Path folder;

    @Test
    void an_events_trace_leads_through_its_resolution_to_the_webhook_and_a_callers_to_its_request(
            CatalogAddresses catalog) throws Exception {
        KafkaSettings kafka = new KafkaSettings(
                catalog.kafka().bootstrapServers(), new TopicSettings("spans.", 1, (short) 1), Map.of());
        // Only what belongs to a recorded trace.
        TracingSettings tracing = new TracingSettings(collector.address(), 0, Map.of());
        try (SignedEndpoint partner = SignedEndpoint.start(catalog.webhookSecret("traced"), this::take);
                StreamsApp streamsApp =
                        StreamsApp.start(StreamsAppSettings.of(kafka, catalog.registry(), folder.resolve("streams-app"))
                                .traced(tracing));
                WebhookSink webhookSink = WebhookSink.start(WebhookSinkSettings.of(
                                kafka, catalog.registry(), folder.resolve("webhook-sink"), catalog.secrets())
                        .allowingPrivateAddresses(true)
                        .traced(tracing));
                QueryApi queryApi = QueryApi.start(
                        QueryApiSettings.of(kafka, catalog.registry(), folder.resolve("query-api"), catalog.secrets())
                                .at(AddressSettings.ofPorts(0, 0))
                                .traced(tracing))) {
            await().atMost(SOON).until(() -> streamsApp.isReady() && webhookSink.isReady());
            CatalogAddresses traced = new CatalogAddresses(
                    kafka, catalog.registry(), queryApi.api(), queryApi.auth(), queryApi.internal(), catalog.secrets());
            traced.createClient("traced");
            traced.publish(CatalogTopic.PARTNERS, PARTNER.formatted(partner.url() + "hook?key=hunter2"));
            traced.publish(CatalogTopic.BPD_VARIANTS, "{\"barcode\": \"t\", \"name\": \"Untraced\"}");
            traced.publish(
                    CatalogTopic.LISTINGS,
                    "{\"companyId\": 7500, \"locationId\": 7501, \"sku\": \"s\", \"barcode\": \"t\"}");
            assertThat(webhooks.poll(SOON.toSeconds(), TimeUnit.SECONDS))
                    .as("of events without a trace")
                    .isEqualTo(Optional.empty());

            publishTraced(traced);
            String told = requireNonNull(webhooks.poll(SOON.toSeconds(), TimeUnit.SECONDS))
                    .orElseThrow();
            assertThat(told).startsWith("00-" + TRACE.traceId() + "-").endsWith("-01");

            Received delivery = span(span -> told.contains(span.spanId()));
            assertThat(delivery.name()).isEqualTo("catalog deliver");
            assertThat(delivery.service()).isEqualTo("webhook-sink");
            assertThat(delivery.kind()).isEqualTo(SpanKind.SPAN_KIND_CLIENT);
            assertThat(delivery.traceId()).isEqualTo(TRACE.traceId());
            assertThat(delivery.attributes())
                    .containsEntry("http.request.method", "POST")
                    .containsEntry("http.response.status_code", "204")
                    .containsEntry("server.address", "127.0.0.1")
                    .containsEntry("catalog.partner_id", "traced");
            assertThat(delivery.links()).containsExactly(delivery.parentId());
            Received resolution = span(span -> span.spanId().equals(delivery.parentId()));
            assertThat(resolution.name()).isEqualTo("catalog resolve");
            assertThat(resolution.service()).isEqualTo("streams-app");
            assertThat(resolution.kind()).isEqualTo(SpanKind.SPAN_KIND_CONSUMER);
            assertThat(resolution.traceId()).isEqualTo(TRACE.traceId());
            assertThat(resolution.parentId()).isEqualTo(EVENT);
            assertThat(resolution.attributes())
                    .containsEntry("catalog.barcode", "t")
                    .containsEntry("catalog.entries", "2");

            ask(queryApi.api().resolve("/v1/7500/location/7501?key=hunter2"));
            ask(queryApi.auth().resolve("/oauth2/token?key=hunter2"));
            Received request = span(span -> span.name().equals("GET /v1/{companyId}/location/{locationId}"));
            assertThat(request.service()).isEqualTo("query-api");
            assertThat(request.kind()).isEqualTo(SpanKind.SPAN_KIND_SERVER);
            assertThat(request.traceId()).isEqualTo(REQUEST.traceId());
            assertThat(request.parentId()).isEqualTo("aaf067aa0ba902b7");
            assertThat(request.attributes()).containsEntry("http.response.status_code", "401");
            Received token = span(span -> span.attributes()
                    .getOrDefault("http.response.status_code", "")
                    .equals("405"));
            assertThat(token.parentId()).isEqualTo("aaf067aa0ba902b7");

            assertThat(collector.spans()).hasSize(4);
            assertThat(collector.spans().toString()).doesNotContain("hunter2");
            for (URI application : List.of(streamsApp.internal(), webhookSink.internal(), queryApi.internal())) {
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(get(application.resolve("/metrics")))
                                .containsPattern("catalog_trace_spans_total\\{result=\"sent\"} [1-9]")
                                .contains("catalog_trace_spans_total{result=\"dropped\"} 0"));
            }
        } finally {
            collector.close();
        }
    }

    private Received span(Predicate<Received> wanted) {
        return await().atMost(SOON)
                .until(() -> collector.spans().stream().filter(wanted).findAny(), Optional::isPresent)
                .orElseThrow();
    }

    private int take(Message message) {
        List<String> trace = message.headers().getOrDefault("traceparent", List.of());
        webhooks.add(trace.stream().findFirst());
        return 204;
    }

    private static void publishTraced(CatalogAddresses catalog) throws Exception {
        String topic = CatalogTopic.BPD_VARIANTS.name(catalog.kafka().topics().prefix());
        BpdVariant product =
                BpdVariant.newBuilder().setBarcode("t").setName("Traced").build();
        ProducerRecord<String, byte[]> record = new ProducerRecord<>(
                topic,
                "t",
                new RecordSerializer<BpdVariant>(catalog.schemas(), CatalogTopic.BPD_VARIANTS)
                        .serialize(topic, product));
        record.headers().add(TraceParent.HEADER, TRACE.text().getBytes(UTF_8));
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(catalog.kafka().properties(), new StringSerializer(), new ByteArraySerializer())) {
            producer.send(record).get();
        }
    }

    private static void ask(URI address) throws Exception {
        HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(address)
                                .header("traceparent", REQUEST.text())
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
    }

    private static String get(URI address) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
