package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.RawReceiver.Reaction;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.webhook.WebhookSink;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The three applications beside the shared catalog, under a separate prefix: an event reaches the partner, with what its
 * endpoint requires, and their metrics contain what dashboard and alarms query.
 */
@ExtendWith(CatalogExtension.class)
class FollowedEventTest {
    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z_]+)(?:\\{(.*)})? (\\S+)$");
    private static final String REQUIRED = "/v1/partner/webhook/authentication";
    private static final String HEADER = "x-api-key";
    private static final String OPEN = "rwxr-xr-x";

    @Test
    void an_event_reaches_the_partner_and_every_query_of_the_monitoring_finds_what_it_asks_for(
            CatalogAddresses catalog, @TempDir Path folder) throws Exception {
        Site site = Site.at(catalog, folder, catalog.secrets());
        KafkaSettings kafka = site.kafka("followed.", 1);
        List<Path> chosen = Stream.of("streams-app", "webhook-sink", "query-api")
                .map(application -> site.state(kafka, application))
                .toList();
        for (Path state : chosen) {
            Files.setPosixFilePermissions(Files.createDirectory(state), PosixFilePermissions.fromString(OPEN));
        }
        try (RawReceiver endpoint = RawReceiver.start(catalog.webhookSecret("followed"));
                RawReceiver down = RawReceiver.start(catalog.webhookSecret("down"), () -> Reaction.REFUSE);
                StreamsApp resolver = site.startResolver(kafka);
                WebhookSink sink = site.startSink(kafka);
                QueryApi api = site.startApi(kafka)) {
            for (Path state : chosen) {
                assertClosedWithin(state);
            }
            CatalogAddresses followed = site.addresses(kafka, api);
            PartnerClient client = followed.client("followed");
            followed.createClient("down");
            followed.publish(
                    CatalogTopic.PARTNERS,
                    partner("followed", endpoint.url().toString(), 7_400),
                    partner("down", down.url().toString(), 7_400));
            await().untilAsserted(() -> assertThat(text(sink.internal()))
                    .contains("catalog_webhook_suspended{partner=\"followed\"}", "partner=\"down\"}"));
            String headers = "{\"headers\": [{\"name\": \"X-Api-Key\", \"value\": \"s3cret-header\"}]}";
            await().until(() -> client.send("PUT", REQUIRED, headers).get().statusCode() == 200);
            awaitPing(client, endpoint, true);
            followed.publish(CatalogTopic.BPD_VARIANTS, product("f", "Followed"));
            followed.publish(CatalogTopic.LISTINGS, listing(7_400, "s", "f"));
            await().until(() -> endpoint.held().containsKey("7400/7401/f"));
            assertThat(endpoint.headers("variants.changed").get(HEADER)).containsExactly("s3cret-header");
            assertThat(client.send("DELETE", REQUIRED, null).get().body()).isEqualTo("{\"headers\":[]}");
            awaitPing(client, endpoint, false);
            assertThat(client.get("/v1/service/health").statusCode()).isEqualTo(200);
            System.gc();
            Map<String, URI> applications = Map.of(
                    "streams-app", resolver.internal(), "webhook-sink", sink.internal(), "query-api", api.internal());
            await().untilAsserted(() -> eachQueryFindsWhatItAsksFor(scrape(applications)));
            await().untilAsserted(() -> assertValues(text(api.internal())));
        }
    }

    /** A folder that an operator chooses may hold other things: its mode stays, and other users can't read the stores. */
    private static void assertClosedWithin(Path state) throws IOException {
        assertThat(mode(state)).as("%s", state).isEqualTo(OPEN);
        // Applications make and delete files there all the time, so that only what Kafka Streams has locked is looked
        // at.
        try (Stream<Path> files = Files.list(StateFolder.inside(state))) {
            assertThat(files.filter(stores -> Files.exists(stores.resolve(".lock"))))
                    .isNotEmpty()
                    .allSatisfy(
                            stores -> assertThat(mode(stores)).as("%s", stores).isEqualTo("rwx------"));
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    /** Pings until one arrives with the header, or without: the sink applies a change a moment after it is confirmed. */
    private static void awaitPing(PartnerClient client, RawReceiver endpoint, boolean withHeader) {
        await().until(() -> {
            client.send("POST", "/v1/partner/webhook/ping", null).get();
            Map<String, List<String>> headers = endpoint.headers("webhook.ping");
            return !headers.isEmpty() && headers.containsKey(HEADER) == withHeader;
        });
    }

    /** What is taken from the metrics that Kafka Streams keeps, under names that it doesn't guarantee. */
    private static void assertValues(String metrics) {
        String products = "{store=\"variant-images-" + VariantImage.VERSION + "-1\"}";
        assertThat(value(metrics, "catalog_streams_read_records_total{topic=\"followed.resolved-variants\"}"))
                .isPositive();
        assertThat(value(metrics, "catalog_streams_lag_records{topic=\"followed.resolved-variants\"}"))
                .isZero();
        assertThat(value(metrics, "catalog_streams_store_records" + products)).isPositive();
        assertThat(value(metrics, "catalog_streams_store_disk_bytes" + products))
                .isNotNegative();
        assertThat(value(metrics, "catalog_streams_store_memory_bytes")).isPositive();
        assertThat(value(metrics, "catalog_streams_running")).isOne();
        assertThat(value(metrics, "catalog_data_age_seconds")).isBetween(0.0, 10.0);
        assertThat(value(metrics, "catalog_streams_failed_threads_total")).isZero();
        assertThat(metrics).contains("jvm_memory_used_bytes", "process_open_fds", "disk_free_bytes");
    }

    private static double value(String metrics, String series) {
        Matcher line =
                Pattern.compile("(?m)^" + Pattern.quote(series) + " (\\S+)$").matcher(metrics);
        assertThat(line.find()).as(series).isTrue();
        return Double.parseDouble(line.group(1));
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
        return PartnerClient.get(internal.resolve("/metrics")).body();
    }
}
