package dev.partnercatalog.schemas.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The part of a schema registry that {@link SchemaRegistry} uses, on loopback. It checks nothing; tests use a real
 * registry where compatibility, or the wire format across products, matters.
 */
public final class RegistryDouble implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final List<String> contents = new CopyOnWriteArrayList<>();
    private final Map<String, Set<Integer>> artifacts = new ConcurrentHashMap<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();

    private volatile @Nullable String authorization;

    public RegistryDouble() {
        this(null);
    }

    /** @param tls null: the registry speaks plain HTTP */
    public RegistryDouble(@Nullable SSLContext tls) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try {
            if (tls == null) {
                server = HttpServer.create(address, 0);
            } else {
                HttpsServer secured = HttpsServer.create(address, 0);
                secured.setHttpsConfigurator(new HttpsConfigurator(tls));
                server = secured;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/apis/registry/v3/", this::answer);
        server.start();
    }

    public URI url() {
        return URI.create((server instanceof HttpsServer ? "https" : "http") + "://127.0.0.1:"
                + server.getAddress().getPort());
    }

    /** From now on, answers calls with another header Authorization with 401. */
    public void require(String header) {
        authorization = header;
    }

    /**
     * Registers any text as a version of a subject; the registry can't find the content of an empty one.
     *
     * @return its content id, which is its global id too
     */
    public int register(String artifactId, String content) {
        int id = idOf(content);
        artifacts
                .computeIfAbsent(artifactId, any -> new ConcurrentSkipListSet<>())
                .add(id);
        return id;
    }

    /** The subjects that have at least one version. */
    public Set<String> subjects() {
        return Set.copyOf(artifacts.keySet());
    }

    /** Answers the next {@code count} calls with 503 and later ones normally; 0 ends the failures. */
    public void failNext(int count) {
        failures.set(count);
    }

    public int calls() {
        return calls.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        calls.incrementAndGet();
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            send(exchange, 503, "{}");
        } else if (authorization != null
                && !authorization.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            send(exchange, 401, "{}");
        } else if (path.endsWith("/content")) {
            String version = path.substring(0, path.length() - "/content".length());
            String content = contents.get(Integer.parseInt(version.substring(version.lastIndexOf('/') + 1)) - 1);
            send(exchange, content.isEmpty() ? 404 : 200, content.isEmpty() ? "{}" : content);
        } else if (path.endsWith("/search/versions")) {
            send(
                    exchange,
                    200,
                    "{\"versions\":[" + versions(exchange.getRequestURI().getQuery()) + "]}");
        } else if (path.endsWith("/rules")) {
            send(exchange, 204, "");
        } else {
            JsonNode artifact = JSON.readTree(body);
            int id = register(
                    artifact.path("artifactId").asText(),
                    artifact.at("/firstVersion/content/content").asText());
            send(exchange, 200, "{\"version\":{\"contentId\":" + id + ",\"globalId\":" + id + ",\"version\":\"1\"}}");
        }
    }

    private String versions(String query) {
        Set<String> terms = Set.of(query.split("&", -1));
        return artifacts.entrySet().stream()
                .filter(artifact -> terms.contains("artifactId=" + artifact.getKey()))
                .flatMap(artifact -> artifact.getValue().stream())
                .filter(id -> terms.contains("contentId=" + id) || terms.contains("globalId=" + id))
                .map(id -> "{\"contentId\":%1$d,\"globalId\":%1$d,\"version\":\"%1$d\"}".formatted(id))
                .collect(Collectors.joining(","));
    }

    private synchronized int idOf(String content) {
        if (!contents.contains(content)) {
            contents.add(content);
        }
        return contents.indexOf(content) + 1;
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, status == 204 ? -1 : bytes.length);
        if (status != 204) {
            exchange.getResponseBody().write(bytes);
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
