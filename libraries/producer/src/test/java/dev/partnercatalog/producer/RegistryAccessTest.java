package dev.partnercatalog.producer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.Listing;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.apicurio.registry.serde.avro.AvroKafkaSerializer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the producer gets on with the registry: Apicurio's settings, and a registry that is away or hangs. */
class RegistryAccessTest {

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Listing LISTING = new Listing(7L, 70L, "HF-35", "4006381333931");

    private final RegistryDouble registry = new RegistryDouble();

    @AfterEach
    void close() {
        registry.close();
    }

    @Test
    void basic_authentication_is_sent() {
        registry.require("Basic " + Base64.getEncoder().encodeToString("upstream:s3cret".getBytes(UTF_8)));

        publish(settings(
                Map.of("apicurio.registry.auth.username", "upstream", "apicurio.registry.auth.password", "s3cret")));
    }

    @Test
    void a_token_is_requested_and_sent() throws IOException {
        registry.require("Bearer t0ken");
        HttpServer issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer.createContext("/token", exchange -> {
            byte[] body =
                    "{\"access_token\": \"t0ken\", \"token_type\": \"Bearer\", \"expires_in\": 300}".getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        issuer.start();
        try {
            publish(settings(Map.of(
                    "apicurio.registry.auth.service.token.endpoint",
                    "http://127.0.0.1:" + issuer.getAddress().getPort() + "/token",
                    "apicurio.registry.auth.client.id",
                    "upstream",
                    "apicurio.registry.auth.client.secret",
                    "s3cret")));
        } finally {
            issuer.stop(0);
        }
    }

    @Test
    void missing_credentials_are_reported_with_the_name_of_their_settings() {
        registry.require("Basic x");

        assertThatThrownBy(() -> publish(settings(Map.of())))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContainingAll("401", "apicurio.registry.auth");
    }

    @Test
    void a_registry_with_its_own_certificate_is_trusted_if_the_settings_say_so(@TempDir Path folder)
            throws IOException {
        HeldCertificate certificate = new HeldCertificate.Builder()
                .addSubjectAlternativeName("127.0.0.1")
                .build();
        Path trusted = Files.writeString(folder.resolve("registry.pem"), certificate.certificatePem());
        try (RegistryDouble secured = new RegistryDouble(new HandshakeCertificates.Builder()
                .heldCertificate(certificate)
                .build()
                .sslContext())) {
            Map<String, String> url =
                    Map.of("apicurio.registry.url", secured.url().toString());

            assertThatThrownBy(() -> publish(settings(url)))
                    .isInstanceOf(RegistryUnavailableException.class)
                    .hasMessageContaining("TLS failed");

            Map<String, String> all = new HashMap<>(url);
            all.put("apicurio.registry.tls.certificates", trusted.toString());
            publish(settings(all));
        }
    }

    @Test
    void a_registry_behind_a_proxy_is_reached_through_it() {
        publish(settings(Map.of(
                "apicurio.registry.url",
                "http://registry.invalid",
                "apicurio.registry.proxy.host",
                "127.0.0.1",
                "apicurio.registry.proxy.port",
                Integer.toString(registry.url().getPort()))));

        assertThat(registry.subjects()).containsExactly("catalog.listings-value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/apis/registry/v3", "/apis/registry/v3/"})
    void the_address_may_have_the_path_of_the_interface_and_end_in_a_slash(String end) {
        publish(settings(Map.of("apicurio.registry.url", registry.url() + end)));
    }

    @ParameterizedTest
    @CsvSource({
        "use-id, globalId",
        "headers.enabled, true",
        "id-handler, io.apicurio.registry.serde.Legacy8ByteIdHandler",
        "avro.encoding, JSON",
        "dereference-schema, false",
        "find-latest, true",
        "artifact.artifact-id, other",
        "artifact.schema.location, /s.avsc",
        "schema-resolver, x.Resolver",
        "auto-register.if-exists, CREATE_VERSION"
    })
    void a_setting_with_which_records_would_be_lost_is_refused_by_its_name(String name, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> settings(Map.of("apicurio.registry." + name, value)))
                .withMessageContaining("apicurio.registry." + name);
    }

    @Test
    void without_the_registrys_address_there_are_no_settings() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ProducerSettings.of(Map.of("bootstrap.servers", "127.0.0.1:9092")))
                .withMessageContaining("apicurio.registry.url");
    }

    @Test
    void a_registry_that_is_away_is_reported() {
        registry.close();

        assertThatThrownBy(() -> publish(settings(Map.of()), Duration.ofSeconds(30)))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("nothing accepts connections there");
    }

    @Test
    void once_the_schema_is_known_the_registry_may_be_away() {
        ProducerSettings settings = settings(Map.of("apicurio.registry.check-period-ms", "0"));
        try (CatalogProducer producer = new CatalogProducer(kafka(), settings, PATIENCE)) {
            assertThat(producer.publish(CatalogTopic.LISTINGS, LISTING)).isCompleted();
            registry.close();
            for (int i = 0; i < 100; i++) {
                assertThat(producer.publish(CatalogTopic.LISTINGS, LISTING)).isCompleted();
            }
            assertThatThrownBy(() -> producer.publish(
                            CatalogTopic.BPD_VARIANTS,
                            BpdVariant.newBuilder().setBarcode("b").setName("n").build()))
                    .isInstanceOf(RegistryUnavailableException.class);
        }
    }

    /** Apicurio's serializer alone would hang for ever, and the connections that hang would block later calls. */
    @Test
    void a_registry_that_hangs_is_given_up_and_used_again_once_it_responds() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        AtomicBoolean hangs = new AtomicBoolean(true);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(task -> new Thread(task).start());
        server.createContext("/", exchange -> {
            if (hangs.get()) {
                await(end);
            }
            byte[] body = "{\"version\": {\"contentId\": 5, \"globalId\": 5, \"version\": \"1\"}}".getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        Map<String, String> url = Map.of(
                "apicurio.registry.url",
                "http://127.0.0.1:" + server.getAddress().getPort());
        ProducerSettings settings = settings(url);
        MockProducer<String, byte[]> kafka = kafka();
        try (AvroKafkaSerializer<Listing> alone = new AvroKafkaSerializer<>();
                CatalogProducer producer = new CatalogProducer(kafka, settings, PATIENCE)) {
            alone.configure(settings.serializerSettings(), false);
            CompletableFuture<byte[]> unbounded =
                    CompletableFuture.supplyAsync(() -> alone.serialize("catalog.listings", LISTING));
            // More often than there are connections to one registry.
            for (int i = 0; i < 6; i++) {
                assertThatThrownBy(() -> producer.publish(CatalogTopic.LISTINGS, LISTING))
                        .isInstanceOf(RegistryUnavailableException.class)
                        .hasMessageContaining("within 2 s");
            }
            assertThat(unbounded).isNotDone();

            hangs.set(false);

            assertThat(producer.publish(CatalogTopic.LISTINGS, LISTING)).isCompleted();
            end.countDown();
            assertThat(unbounded.get()).isEqualTo(kafka.history().get(0).value());
        } finally {
            end.countDown();
            server.stop(0);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ProducerSettings settings(Map<String, String> more) {
        Map<String, String> properties = new HashMap<>();
        properties.put("apicurio.registry.url", registry.url().toString());
        properties.putAll(more);
        return ProducerSettings.of(properties);
    }

    private static MockProducer<String, byte[]> kafka() {
        return new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    }

    private void publish(ProducerSettings settings) {
        publish(settings, Duration.ofSeconds(10));
    }

    private void publish(ProducerSettings settings, Duration patience) {
        try (CatalogProducer producer = new CatalogProducer(kafka(), settings, patience)) {
            assertThat(producer.publish(CatalogTopic.LISTINGS, LISTING)).isCompleted();
        }
    }
}
