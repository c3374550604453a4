package dev.partnercatalog.standalone.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A partner's end of the webhook, as a partner would write it: it takes what is signed with the partner's secret, by the
 * reference library of Standard Webhooks, and refuses everything else. Listens on the loopback address only.
 */
public final class WebhookReceiver implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_BODY_BYTES = 1 << 20;
    private static final String PATH = "/webhook";

    private final HttpServer server;
    private final Webhook verifier;
    private final Consumer<JsonNode> accepted;
    private final Consumer<String> refused;

    private WebhookReceiver(
            HttpServer server, Webhook verifier, Consumer<JsonNode> accepted, Consumer<String> refused) {
        this.server = server;
        this.verifier = verifier;
        this.accepted = accepted;
        this.refused = refused;
    }

    /**
     * Listens on a free port.
     *
     * @param secret the partner's, {@code whsec_} and base64
     * @param accepted gets each message whose signature is right, one after the other
     * @param refused gets the reason for each other request
     */
    public static WebhookReceiver start(String secret, Consumer<JsonNode> accepted, Consumer<String> refused)
            throws IOException {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            WebhookReceiver receiver = new WebhookReceiver(server, new Webhook(secret), accepted, refused);
            server.createContext(PATH, receiver::receive);
            server.start();
            return receiver;
        } catch (EmptyWebhookSecretException e) {
            throw new IllegalArgumentException("The webhook secret is empty", e);
        }
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
            exchange.sendResponseHeaders(take(body, exchange.getRequestHeaders()), -1);
        }
    }

    private int take(byte[] body, Headers headers) throws IOException {
        if (body.length > MAX_BODY_BYTES) {
            refused.accept("larger than " + MAX_BODY_BYTES + " bytes");
            return 413;
        }
        try {
            verifier.verify(new String(body, StandardCharsets.UTF_8), lowerCase(headers));
        } catch (WebhookVerificationException e) {
            refused.accept(String.valueOf(e.getMessage()));
            return 401;
        }
        accepted.accept(JSON.readTree(body));
        return 204;
    }

    /** The library looks headers up in lower case; the server spells them its own way. */
    private static Map<String, List<String>> lowerCase(Headers headers) {
        Map<String, List<String>> result = new TreeMap<>();
        headers.forEach((name, values) -> result.put(name.toLowerCase(Locale.ROOT), values));
        return result;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
