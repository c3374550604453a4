package dev.partnercatalog.cli.listen;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * A partner's webhook receiver, as a partner would write it: it accepts what is signed with the partner's secret,
 * checked by the reference library of Standard Webhooks, and rejects everything else. Listens on the loopback address
 * only, and handles one request after the other, so that it holds at most one body.
 */
public final class WebhookReceiver implements AutoCloseable {

    /** Larger than the largest possible record. */
    static final int MAX_BODY_BYTES = 16 << 20;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final String PATH = "/webhook";

    private final HttpServer server;
    private final Webhook verifier;
    private final int status;
    private final BiConsumer<JsonNode, String> accepted;
    private final Consumer<String> refused;

    /**
     * Listens on a port, 0 for a free one.
     *
     * @param secret the partner's secret, {@code whsec_} and base64
     * @param status returned for messages with a correct signature
     * @param accepted receives each message with a correct signature, and its body as received, one after the other
     * @param refused receives the reason for each other request
     * @throws IllegalArgumentException if the secret is not valid
     */
    public WebhookReceiver(
            int port, String secret, int status, BiConsumer<JsonNode, String> accepted, Consumer<String> refused)
            throws IOException {
        this.verifier = verifier(secret);
        this.status = status;
        this.accepted = accepted;
        this.refused = refused;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", this::receive);
        server.start();
    }

    private static Webhook verifier(String secret) {
        try {
            return new Webhook(secret);
        } catch (EmptyWebhookSecretException e) {
            throw new IllegalArgumentException("the webhook secret is empty", e);
        }
    }

    /** The URL for messages; any other path works as well. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
            int answer = take(exchange.getRequestMethod(), exchange.getRequestHeaders(), body);
            exchange.sendResponseHeaders(answer, -1);
        }
    }

    private int take(String method, Map<String, List<String>> headers, byte[] body) {
        if (!method.equals("POST")) {
            return refuse(405, "it is a " + method + ", but messages come as POST");
        }
        if (body.length > MAX_BODY_BYTES) {
            return refuse(413, "its body is larger than " + MAX_BODY_BYTES + " bytes");
        }
        String text = new String(body, StandardCharsets.UTF_8);
        try {
            verifier.verify(text, headers);
        } catch (WebhookVerificationException e) {
            return refuse(401, "it can't be verified: " + e.getMessage());
        }
        try {
            accepted.accept(JSON.readTree(text), text);
        } catch (JsonProcessingException e) {
            return refuse(400, "its signature is correct, but its body is not JSON: " + e.getOriginalMessage());
        }
        return status;
    }

    private int refuse(int answer, String reason) {
        refused.accept(reason);
        return answer;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
