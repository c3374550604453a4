package dev.partnercatalog.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

/** A partner's copy of what it was sent, each variant byte for byte. */
final class RawReceiver implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final Map<String, String> held = new TreeMap<>();

    private RawReceiver(HttpServer server) {
        this.server = server;
    }

    static RawReceiver start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        RawReceiver receiver = new RawReceiver(server);
        server.createContext("/", receiver::receive);
        server.start();
        return receiver;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    /** By {@code companyId/locationId/barcode}. */
    synchronized Map<String, String> held() {
        return new TreeMap<>(held);
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            take(exchange.getRequestBody().readAllBytes());
            exchange.sendResponseHeaders(204, -1);
        }
    }

    private synchronized void take(byte[] body) throws IOException {
        for (String variant : RawVariants.of(body, "variants")) {
            held.put(id(JSON.readTree(variant)), variant);
        }
        for (String removed : RawVariants.of(body, "removed")) {
            held.remove(id(JSON.readTree(removed)));
        }
    }

    static String id(JsonNode variant) {
        return variant.path("companyId") + "/" + variant.path("locationId") + "/"
                + variant.path("barcode").asText();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
