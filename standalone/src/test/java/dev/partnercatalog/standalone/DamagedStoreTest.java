package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.embedded.EmbeddedBroker;
import dev.partnercatalog.standalone.embedded.EmbeddedRegistry;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.StreamsAppSettings;
import dev.partnercatalog.webhook.WebhookSink;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Local stores are damaged while an application is down: it reports each, restores them from Kafka, and continues as
 * before.
 */
class DamagedStoreTest {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int PRODUCTS = 200;
    private static final List<String> BARCODES =
            IntStream.range(0, PRODUCTS).mapToObj(i -> "damaged-" + i).toList();

    /** What happens to the files of a store. */
    private enum Damage {
        GARBAGE {
            @Override
            void doTo(Path file) throws IOException {
                byte[] garbage = new byte[(int) Files.size(file)];
                new Random(7).nextBytes(garbage);
                Files.write(file, garbage);
            }
        },
        CUT {
            @Override
            void doTo(Path file) throws IOException {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(channel.size() / 2);
                }
            }
        },
        GONE {
            @Override
            void doTo(Path file) throws IOException {
                Files.delete(file);
            }
        };

        abstract void doTo(Path file) throws IOException;
    }

    @TempDir
    private Path folder = Path.of("");

    private @Nullable Environment environment;

    @BeforeEach
    void start() {
        environment = new Environment(folder);
    }

    @AfterEach
    void stop() {
        environment().close();
    }

    @Test
    void whatever_is_damaged_is_rebuilt_and_nothing_is_served_or_sent_otherwise_than_before() throws Exception {
        environment().startStreamsApp();
        environment().startWebhookSink();
        environment().startQueryApi();
        try (RawReceiver receiver = RawReceiver.start(environment().addresses().webhookSecret("damaged"))) {
            environment().addresses().createClient("damaged");
            environment().publishAll(receiver);
            await().atMost(SOON).untilAsserted(() -> assertThat(receiver.held()).hasSize(PRODUCTS));
            environment().awaitNames(Map.of("first", PRODUCTS));
            int received = receiver.received();
            environment().damageAll(List.of(Damage.values()), ".sst");
            environment().awaitNames(Map.of("first", PRODUCTS));
            environment().rename("second");
            environment().awaitNames(Map.of("first", PRODUCTS - 1, "second", 1));
            await().atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(receiver.held().values()).anyMatch(v -> v.contains("\"name\":\"second\"")));
            environment().damageAll(List.of(Damage.GARBAGE), "CURRENT");
            environment().awaitNames(Map.of("first", PRODUCTS - 1, "second", 1));
            assertThat(receiver.received())
                    .as("only what changed was sent again")
                    .isEqualTo(received + 1);
        }
    }

    @Test
    void a_folder_that_is_in_use_or_cannot_be_made_is_told_in_one_line() throws Exception {
        environment().startStreamsApp();
        assertThatThrownBy(() -> environment().secondStreamsApp("streams-app"))
                .isInstanceOf(StateFolderException.class)
                .hasMessageContaining("is in use by another process: give each instance its own")
                .hasMessageContaining(folder.resolve("streams-app").toString());
        Files.writeString(folder.resolve("file"), "no folder");
        assertThatThrownBy(() -> environment().secondStreamsApp("file"))
                .isInstanceOf(StateFolderException.class)
                .hasMessageStartingWith("the state folder " + folder.resolve("file"))
                .hasMessageContaining("can't be created");
    }

    private Environment environment() {
        return java.util.Objects.requireNonNull(environment);
    }

    /** A broker, a registry, and the applications, each with a folder. */
    private static final class Environment implements AutoCloseable {
        private final Path folder;
        private final EmbeddedBroker broker;
        private final EmbeddedRegistry registry;
        private final KafkaSettings kafka;
        private final Path secrets;
        private final LinesAbout log;
        private @Nullable StreamsApp streamsApp;
        private @Nullable WebhookSink webhookSink;
        private @Nullable QueryApi queryApi;

        Environment(Path folder) {
            this.folder = folder;
            broker = EmbeddedBroker.start(folder.resolve("kafka"), 0);
            registry =
                    EmbeddedRegistry.start(StandaloneSettings.registryHomeOfLauncher(), folder.resolve("registry"), 0);
            kafka = new KafkaSettings(
                    broker.bootstrapServers(), new TopicSettings(TopicSettings.DEFAULT_PREFIX, 2, (short) 1), Map.of());
            secrets = folder.resolve("master.key");
            MasterKey.loadOrCreate(secrets);
            log = new LinesAbout(folder.toString());
            folderLog().addAppender(log);
        }

        private static Logger folderLog() {
            return (Logger) LoggerFactory.getLogger(StateFolder.class);
        }

        void startStreamsApp() {
            StreamsApp started = secondStreamsApp("streams-app");
            streamsApp = started;
            awaitReady(started::isReady);
        }

        StreamsApp secondStreamsApp(String name) {
            return StreamsApp.start(StreamsAppSettings.of(kafka, registry.url(), folder.resolve(name)));
        }

        void startWebhookSink() {
            WebhookSink started = WebhookSink.start(
                    WebhookSinkSettings.of(kafka, registry.url(), folder.resolve("webhook-sink"), secrets)
                            .allowingPrivateAddresses(true));
            webhookSink = started;
            awaitReady(started::isReady);
        }

        void startQueryApi() {
            QueryApi started =
                    QueryApi.start(QueryApiSettings.builder(kafka, registry.url(), folder.resolve("query-api"), secrets)
                            .apiPort(0)
                            .authPort(0)
                            .build());
            queryApi = started;
            awaitReady(started::isReady);
        }

        private static void awaitReady(BooleanSupplier ready) {
            await().atMost(SOON).until(ready::getAsBoolean);
        }

        /** Stops one application after the other, damages all its stores in turn, and starts it again. */
        void damageAll(List<Damage> damages, String files) throws IOException {
            stopStreamsApp();
            damage("streams-app", damages, files);
            startStreamsApp();
            assertTold("streams-app");
            stopWebhookSink();
            damage("webhook-sink", damages, files);
            startWebhookSink();
            assertTold("webhook-sink");
            stopQueryApi();
            damage("query-api", damages, files);
            startQueryApi();
            assertTold("query-api");
        }

        private void damage(String application, List<Damage> damages, String ending) throws IOException {
            log.list.clear();
            List<Path> files;
            try (Stream<Path> all = Files.walk(folder.resolve(application))) {
                files = all.filter(file ->
                                file.toString().contains("_") && file.toString().endsWith(ending))
                        .filter(Files::isRegularFile)
                        .toList();
            }
            assertThat(files).as(application + " has stores on the disk").isNotEmpty();
            for (int i = 0; i < files.size(); i++) {
                damages.get(i % damages.size()).doTo(files.get(i));
            }
        }

        private void assertTold(String application) {
            assertThat(log.list.stream().map(ILoggingEvent::getFormattedMessage))
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line)
                            .startsWith("The local store " + folder.resolve(application))
                            .contains("discarding it and rebuilding it from Kafka"));
        }

        private void stopStreamsApp() {
            StreamsApp running = streamsApp;
            streamsApp = null;
            if (running != null) {
                running.close();
            }
        }

        private void stopWebhookSink() {
            WebhookSink running = webhookSink;
            webhookSink = null;
            if (running != null) {
                running.close();
            }
        }

        private void stopQueryApi() {
            QueryApi running = queryApi;
            queryApi = null;
            if (running != null) {
                running.close();
            }
        }

        private CatalogAddresses addresses() {
            QueryApi api = java.util.Objects.requireNonNull(queryApi);
            return new CatalogAddresses(kafka, registry.url(), api.api(), api.auth(), api.internal(), secrets);
        }

        void publishAll(RawReceiver receiver) throws IOException {
            CatalogAddresses catalog = addresses();
            catalog.publish(CatalogTopic.PARTNERS, """
                {"partnerId": "damaged", "partnerName": "s", "enabled": true,\
                 "webhook": {"enabled": true, "url": "%s"}, "allowedCompanies": [{"id": "7500", "name": "c",\
                 "provider": "cova", "providerId": "p", "allowedFields": {"badges": true, "cannabinoidOverrides": true,\
                 "displayNameOverrides": true, "labels": true}, "locations": [{"id": "7501", "name": "l",\
                 "providerId": "q"}]}]}\
                """.formatted(receiver.url()));
            List<String> listings = new ArrayList<>();
            List<String> products = new ArrayList<>();
            for (String barcode : BARCODES) {
                products.add("{\"barcode\": \"%s\", \"name\": \"first\"}".formatted(barcode));
                listings.add("{\"companyId\": 7500, \"locationId\": 7501, \"sku\": \"%s\", \"barcode\": \"%s\"}"
                        .formatted(barcode, barcode));
            }
            catalog.publish(CatalogTopic.BPD_VARIANTS, products.toArray(String[]::new));
            catalog.publish(CatalogTopic.LISTINGS, listings.toArray(String[]::new));
        }

        void rename(String name) throws IOException {
            addresses()
                    .publish(
                            CatalogTopic.BPD_VARIANTS,
                            "{\"barcode\": \"damaged-0\", \"name\": \"%s\"}".formatted(name));
        }

        /** By SKU, so that every table is queried. */
        void awaitNames(Map<String, Integer> expected) throws Exception {
            PartnerClient partner = addresses().client("damaged");
            await().atMost(SOON).untilAsserted(() -> {
                JsonNode variants =
                        partner.variants(7_500, 7_501, List.of(), BARCODES).path("variants");
                Map<String, Integer> names = new TreeMap<>();
                variants.forEach(variant -> names.merge(variant.path("name").asText(), 1, Integer::sum));
                assertThat(names).isEqualTo(expected);
            });
        }

        @Override
        public void close() {
            folderLog().detachAppender(log);
            stopQueryApi();
            stopWebhookSink();
            stopStreamsApp();
            registry.close();
            broker.close();
        }
    }
}
