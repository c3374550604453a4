package dev.partnercatalog.standalone;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.SignedEndpoint.Message;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.StreamsAppSettings;
import dev.partnercatalog.webhook.WebhookSink;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The three applications beside the shared catalog, under a separate prefix: an event reaches the partner, and
 * their metrics contain what dashboard and alarms query.
 */
@ExtendWith(CatalogExtension.class)
class FollowedEventTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String PARTNER = """
            {"partnerId": "%s", "partnerName": "f", "enabled": true, "webhook": {"enabled": true, "url": "%s"},\
             "allowedCompanies": [{"id": "7400", "name": "c", "provider": "cova", "providerId": "p",\
             "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},\
             "locations": [{"id": "7401", "name": "l", "providerId": "q"}]}]}""";
    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z_]+)(?:\\{(.*)})? (\\S+)$");

    @TempDir
    Path folder;

    @Test
    void an_event_reaches_the_partner_and_every_query_of_the_monitoring_finds_what_it_asks_for(CatalogAddresses catalog)
            throws Exception {
        KafkaSettings kafka = new KafkaSettings(
                catalog.kafka().bootstrapServers(), new TopicSettings("followed.", 1, (short) 1), Map.of());
        CatalogAddresses followed = new CatalogAddresses(
                kafka, catalog.registry(), catalog.api(), catalog.auth(), catalog.internal(), catalog.secrets());
        BlockingQueue<Message> received = new LinkedBlockingQueue<>();
        try (SignedEndpoint partner =
                        SignedEndpoint.start(catalog.webhookSecret("followed"), message -> take(message, received));
                SignedEndpoint down = SignedEndpoint.start(catalog.webhookSecret("down"), message -> 503);
                StreamsApp streamsApp = StreamsApp.start(
                        StreamsAppSettings.of(kafka, catalog.registry(), folder.resolve("streams-app")));
                WebhookSink webhookSink = WebhookSink.start(WebhookSinkSettings.of(
                                kafka, catalog.registry(), folder.resolve("webhook-sink"), catalog.secrets())
                        .allowingPrivateAddresses(true));
                QueryApi queryApi = QueryApi.start(
                        QueryApiSettings.of(kafka, catalog.registry(), folder.resolve("query-api"), catalog.secrets())
                                .at(AddressSettings.ofPorts(0, 0)))) {
            awaitReady(streamsApp::isReady, webhookSink::isReady, queryApi::isReady);

            followed.createClient("followed");
            followed.createClient("down");
            followed.publish(
                    CatalogTopic.PARTNERS,
                    PARTNER.formatted("followed", partner.url()),
                    PARTNER.formatted("down", down.url()));
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(text(webhookSink.internal()))
                            .contains("catalog_webhook_suspended{partner=\"followed\"}", "partner=\"down\"}"));
            publish(followed);

            Message webhook = requireNonNull(received.poll(SOON.toSeconds(), TimeUnit.SECONDS));
            assertThat(webhook.body()).isNotEmpty();

            HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(queryApi.api().resolve("/v1/service/health"))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding());
            System.gc();
            Map<String, URI> applications = Map.of(
                    "streams-app", streamsApp.internal(),
                    "webhook-sink", webhookSink.internal(),
                    "query-api", queryApi.internal());
            await().atMost(SOON).untilAsserted(() -> eachQueryFindsWhatItAsksFor(scrape(applications)));
        }
    }

    private static int take(Message message, BlockingQueue<Message> received) {
        received.add(message);
        return 204;
    }

    /** The variant appears with whichever of the two comes last. */
    private static void publish(CatalogAddresses catalog) throws Exception {
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(catalog.kafka().properties(), new StringSerializer(), new ByteArraySerializer())) {
            BpdVariant product =
                    BpdVariant.newBuilder().setBarcode("f").setName("Followed").build();
            producer.send(record(catalog, CatalogTopic.BPD_VARIANTS, "f", product))
                    .get();
            Listing listing = new Listing(7_400L, 7_401L, "s", "f");
            producer.send(record(catalog, CatalogTopic.LISTINGS, "7400/7401/s", listing))
                    .get();
        }
    }

    private static ProducerRecord<String, byte[]> record(
            CatalogAddresses catalog, CatalogTopic topic, String key, SpecificRecord event) {
        String name = topic.name(catalog.kafka().topics().prefix());
        byte[] value = new RecordSerializer<>(catalog.schemas(), topic).serialize(name, event);
        return new ProducerRecord<>(name, key, value);
    }

    /** The series of all instances, with the labels that the scraper adds: {@code name} to label sets. */
    private static Map<String, Set<Map<String, String>>> scrape(Map<String, URI> applications) throws Exception {
        Map<String, Set<Map<String, String>>> series = new TreeMap<>();
        for (Map.Entry<String, URI> application : applications.entrySet()) {
            Map<String, String> scraped = Map.of("job", application.getKey(), "instance", "i");
            series.computeIfAbsent("up", name -> new HashSet<>()).add(scraped);
            Matcher sample = SAMPLE.matcher(text(application.getValue()));
            while (sample.find()) {
                Map<String, String> labels = labels(sample.group(2) == null ? "" : sample.group(2));
                labels.putAll(scraped);
                series.computeIfAbsent(sample.group(1), name -> new HashSet<>()).add(labels);
            }
        }
        return series;
    }

    private static void eachQueryFindsWhatItAsksFor(Map<String, Set<Map<String, String>>> series) throws IOException {
        for (Map.Entry<String, String> query : MonitoringFiles.queries().entrySet()) {
            Set<String> labels = Stream.of("le").collect(Collectors.toSet());
            for (MonitoringFiles.Selector selector : MonitoringFiles.Selector.of(query.getValue())) {
                Set<Map<String, String>> found = series.getOrDefault(selector.metric(), Set.of()).stream()
                        .filter(of -> matches(of, selector.matchers()))
                        .collect(Collectors.toSet());
                assertThat(found).as("%s: %s", query.getKey(), selector).isNotEmpty();
                found.forEach(of -> labels.addAll(of.keySet()));
            }
            assertThat(labels).as(query.getKey()).containsAll(MonitoringFiles.groupings(query.getValue()));
        }
    }

    private static boolean matches(Map<String, String> labels, String matchers) {
        Matcher matcher = Pattern.compile("(\\w+)(=~|=)\"([^\"]*)\"").matcher(matchers);
        while (matcher.find()) {
            String value = labels.get(matcher.group(1));
            // No request met an error of the service, so only the label itself can be checked.
            boolean fits = value != null
                    && (matcher.group(1).equals("status")
                            || (matcher.group(2).equals("=")
                                    ? value.equals(matcher.group(3))
                                    : value.matches(matcher.group(3))));
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new TreeMap<>();
        Matcher label = Pattern.compile("(\\w+)=\"([^\"]*)\"").matcher(text);
        while (label.find()) {
            labels.put(label.group(1), label.group(2));
        }
        return labels;
    }

    private static String text(URI internal) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(internal.resolve("/metrics")).build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static void awaitReady(BooleanSupplier... ready) {
        await().atMost(SOON).until(() -> Stream.of(ready).allMatch(BooleanSupplier::getAsBoolean));
    }
}
