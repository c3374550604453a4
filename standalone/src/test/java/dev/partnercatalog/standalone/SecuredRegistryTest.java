package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** An application and a command with a registry over https that requires Basic authentication. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class SecuredRegistryTest {
    private static final String PASSWORD = "the-registry's-password";
    private static final String AUTHORIZATION = basic("catalog:" + PASSWORD);
    private static final String WRONG_PASSWORD = "not-the-registry's-password";
    private static final Duration SOON = Duration.ofMinutes(3);

    private static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void it_works_with_the_right_credentials_and_wrong_ones_are_told_without_showing_them(
            CatalogAddresses shared, @TempDir Path folder) throws Exception {
        try (SecuredRegistry secured = SecuredRegistry.start(shared.registry(), folder, AUTHORIZATION)) {
            KafkaSettings kafka = shared.under("secured-registry.", 2).kafka();
            CatalogAddresses catalog = new CatalogAddresses(
                    kafka, secured.url(), shared.api(), shared.auth(), shared.internal(), shared.secrets());
            String right = "--registry-authorization=" + Files.writeString(folder.resolve("right"), AUTHORIZATION);
            String wrong = "--registry-authorization="
                    + Files.writeString(folder.resolve("wrong"), basic("catalog:" + WRONG_PASSWORD));
            Map<String, String> trust = Map.of("JAVA_TOOL_OPTIONS", secured.javaOptions());
            try (ApplicationProcess resolver = ApplicationProcess.streamsApp(catalog, folder, "streams-app", right);
                    ApplicationProcess stranger = ApplicationProcess.webhookSink(catalog, folder, "stranger", wrong)) {
                resolver.withEnvironment(trust).start().awaitReady();
                publish(catalog, folder, secured, right);
                await().until(() -> TopicRecords.newest(kafka, CatalogTopic.RESOLVED_VARIANTS.name("secured-registry."))
                        .containsKey("1"));
                assertThat(secured.passed()).isPositive();
                assertThat(secured.refused()).isZero();

                stranger.withEnvironment(trust).start();
                // A time or a port in the log may contain these digits too.
                await().until(() -> secured.refused() > 0 && stranger.log().contains("401"));
                assertThat(stranger.isReady()).isFalse();
                assertThat(stranger.log()).doesNotContain(WRONG_PASSWORD, basic("catalog:" + WRONG_PASSWORD));
                assertThat(resolver.log()).doesNotContain(PASSWORD, AUTHORIZATION);
            }
        }
    }

    /** {@code ./catalog publish} in a separate process, which trusts what the applications trust. */
    private static void publish(CatalogAddresses catalog, Path folder, SecuredRegistry secured, String authorization)
            throws Exception {
        Path file = Files.writeString(folder.resolve("products.ndjson"), product("1", "n"));
        Path log = folder.resolve("publish.log");
        List<String> arguments = new ArrayList<>(List.of("publish", "bpd-variants", file.toString(), authorization));
        arguments.addAll(CommandRun.connection(catalog));
        Process process = StandaloneProcess.program(
                        folder, List.of(secured.javaOptions().split(" ", -1)), arguments)
                .redirectError(log.toFile())
                .start();
        assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    }

    /** A registry behind a proxy that accepts only TLS and requires the correct header. */
    private static final class SecuredRegistry implements AutoCloseable {

        private static final String TYPE = "Content-Type";

        private final HttpsServer server;
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final HttpClient client = HttpClient.newHttpClient();
        private final URI registry;
        private final String authorization;
        private final Path trust;
        private final AtomicInteger passed = new AtomicInteger();
        private final AtomicInteger refused = new AtomicInteger();

        private SecuredRegistry(HttpsServer server, URI registry, String authorization, Path trust) {
            this.server = server;
            this.registry = registry;
            this.authorization = authorization;
            this.trust = trust;
        }

        /** Creates a certificate in a folder and listens on a free port. */
        static SecuredRegistry start(URI registry, Path folder, String authorization) throws Exception {
            SecuredBroker.makeCertificate(folder);
            Path store = folder.resolve("broker.p12");
            KeyStore keys = KeyStore.getInstance(store.toFile(), SecuredBroker.STORE_PASSWORD.toCharArray());
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, SecuredBroker.STORE_PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(context));
            SecuredRegistry proxy = new SecuredRegistry(server, registry, authorization, store);
            server.createContext("/", proxy::relay);
            server.setExecutor(proxy.threads);
            server.start();
            return proxy;
        }

        private void relay(HttpExchange exchange) throws IOException {
            try (exchange) {
                byte[] body = exchange.getRequestBody().readAllBytes();
                if (!authorization.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                    refused.incrementAndGet();
                    exchange.sendResponseHeaders(401, -1);
                    return;
                }
                passed.incrementAndGet();
                HttpRequest.Builder request = HttpRequest.newBuilder(registry.resolve(exchange.getRequestURI()))
                        .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
                String type = exchange.getRequestHeaders().getFirst(TYPE);
                if (type != null) {
                    request.header(TYPE, type);
                }
                HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
                answer.headers()
                        .firstValue(TYPE)
                        .ifPresent(value -> exchange.getResponseHeaders().set(TYPE, value));
                exchange.sendResponseHeaders(
                        answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
                exchange.getResponseBody().write(answer.body());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        URI url() {
            return URI.create("https://127.0.0.1:" + server.getAddress().getPort());
        }

        /** For {@code CATALOG_JAVA_OPTIONS}. */
        String javaOptions() {
            return "-Djavax.net.ssl.trustStore=" + trust + " -Djavax.net.ssl.trustStorePassword="
                    + SecuredBroker.STORE_PASSWORD;
        }

        /** The number of requests that reached the registry. */
        int passed() {
            return passed.get();
        }

        /** The number of requests without the correct header. */
        int refused() {
            return refused.get();
        }

        @Override
        public void close() {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
