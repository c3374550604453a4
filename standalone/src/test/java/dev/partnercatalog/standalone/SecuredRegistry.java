package dev.partnercatalog.standalone;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A registry behind a proxy that accepts only TLS and requires the correct header. */
final class SecuredRegistry implements AutoCloseable {

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
        Path trust = folder.resolve("trust.p12");
        SecuredBroker.keytool(
                "-importcert",
                "-noprompt",
                "-alias=registry",
                "-file=" + SecuredBroker.certificate(folder),
                "-storetype=PKCS12",
                "-keystore=" + trust,
                "-storepass=" + SecuredBroker.STORE_PASSWORD);
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream file = Files.newInputStream(folder.resolve("broker.p12"))) {
            keys.load(file, SecuredBroker.STORE_PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, SecuredBroker.STORE_PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        SecuredRegistry proxy = new SecuredRegistry(server, registry, authorization, trust);
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
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
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
