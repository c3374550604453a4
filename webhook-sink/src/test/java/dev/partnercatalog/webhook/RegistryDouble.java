package dev.partnercatalog.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** As much of an Apicurio Registry as writing and reading records takes. */
final class RegistryDouble implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<String> schemas = new ArrayList<>();
    private final HttpServer server;
    private boolean away;

    RegistryDouble() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/apis/registry/v3/groups/default/artifacts", this::register);
        server.createContext("/apis/registry/v3/ids/contentIds/", this::content);
        server.start();
    }

    SchemaRegistry client() {
        return new SchemaRegistry(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()), Duration.ofSeconds(1));
    }

    /** From now on it answers nothing, or everything again. */
    synchronized void away(boolean isAway) {
        away = isAway;
    }

    private synchronized void register(HttpExchange exchange) throws IOException {
        JsonNode request = JSON.readTree(exchange.getRequestBody());
        ObjectNode answer = JSON.createObjectNode();
        if (request.has("firstVersion")) {
            String schema = request.at("/firstVersion/content/content").asText();
            if (!schemas.contains(schema)) {
                schemas.add(schema);
            }
            answer.putObject("version").put("contentId", schemas.indexOf(schema) + 1);
        }
        answer(exchange, answer.toString());
    }

    private synchronized void content(HttpExchange exchange) throws IOException {
        if (away) {
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
            return;
        }
        String path = exchange.getRequestURI().getPath();
        if (path.endsWith("/references")) {
            answer(exchange, "[]");
            return;
        }
        int id = Integer.parseInt(path.substring(path.lastIndexOf('/') + 1));
        answer(exchange, schemas.get(id - 1));
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
