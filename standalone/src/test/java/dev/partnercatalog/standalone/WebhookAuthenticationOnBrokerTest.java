package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.webhooks.Webhooks;
import dev.partnercatalog.records.ConfigureAuthentication;
import dev.partnercatalog.records.WebhookAuthentication;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CatalogExtension.class)
@DisplayName("What a partner's endpoint requires reaches it without a restart, and leaves no secret in a topic")
class WebhookAuthenticationOnBrokerTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String ID = "guarded";
    private static final String PARTNER = """
        {"partnerId": "guarded", "partnerName": "Guarded", "enabled": true,
         "webhook": {"enabled": true, "url": "%s"},
         "allowedCompanies": [{"id": "7060", "name": "c", "provider": "cova", "providerId": "guarded",
           "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},
           "locations": [{"id": "7061", "name": "l", "providerId": "q"}]}]}\
        """;

    /** What the partner's endpoint received. */
    private record Received(Headers headers, String body) {

        boolean isChange() {
            return body.contains("\"variants.changed\"");
        }

        List<String> keyIds() {
            String ids = headers.getFirst("webhook-key-ids");
            return ids == null ? List.of() : List.of(ids.split(" "));
        }

        List<byte[]> asymmetricSignatures() {
            return Stream.of(headers.getFirst("webhook-signature").split(" "))
                    .filter(signature -> signature.startsWith("v1a,"))
                    .map(signature -> Base64.getDecoder().decode(signature.substring("v1a,".length())))
                    .toList();
        }
    }

    private final Queue<Received> received = new ConcurrentLinkedQueue<>();
    private final AtomicInteger tokens = new AtomicInteger();
    private final HttpServer server;

    WebhookAuthenticationOnBrokerTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/hook", this::receive);
        server.createContext("/token", this::token);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_header_a_bearer_token_and_asymmetric_signatures(CatalogAddresses catalog) throws Exception {
        PartnerClient partner = catalog.client(ID);
        catalog.publish(CatalogTopic.PARTNERS, PARTNER.replace("\n", "").formatted(url("/hook")));
        await().atMost(SOON).until(() -> put(partner).statusCode() == 200);

        awaitPing(partner, one -> one.headers().containsKey("X-Api-Key"));
        Webhooks operator = operator(catalog);
        operator.configure(
                ID,
                new ConfigureAuthentication(
                        List.of(),
                        WebhookAuthentication.newBuilder().setEd25519(true).build(),
                        false));
        awaitPing(partner, one -> one.keyIds().size() == 1);
        catalog.publish(
                CatalogTopic.LISTINGS,
                "{\"companyId\": 7060, \"locationId\": 7061, \"sku\": \"g\", \"barcode\": \"guard-g\"}");
        catalog.publish(CatalogTopic.BPD_VARIANTS, "{\"barcode\": \"guard-g\", \"name\": \"one\"}");
        await().atMost(SOON).until(() -> received.stream().anyMatch(Received::isChange));

        Received change =
                received.stream().filter(Received::isChange).findFirst().orElseThrow();
        assertThat(change.headers().get("X-Api-Key")).containsExactly("s3cret-header");
        assertThat(change.headers().get("Authorization")).containsExactly("Bearer token-1");
        assertThat(tokens).hasValue(1);
        assertVerified(change, keys(catalog), 1);

        operator.configure(
                ID,
                new ConfigureAuthentication(
                        List.of(), WebhookAuthentication.newBuilder().build(), true));
        Received rotated = awaitPing(partner, one -> one.keyIds().size() == 2);
        JsonNode keys = keys(catalog);
        assertVerified(rotated, keys, 2);
        assertThat(rotated.keyIds().get(1)).isEqualTo(change.keyIds().get(0));
        assertThat(keys.path("keys")).hasSize(2);
    }

    private HttpResponse<String> put(PartnerClient partner) throws Exception {
        return partner.send("PUT", "/v1/partner/webhook/authentication", """
            {"headers": [{"name": "X-Api-Key", "value": "s3cret-header"}],
             "oauth2": {"tokenUrl": "%s", "clientId": "catalog", "clientSecret": "s3cret-client"}}\
            """.formatted(url("/token")))
                .get();
    }

    /** Pings until one arrives as it should: the sink applies a change a moment after it is confirmed. */
    private Received awaitPing(PartnerClient partner, Predicate<Received> asItShould) {
        return await().atMost(SOON)
                .until(
                        () -> {
                            partner.send("POST", "/v1/partner/webhook/ping", null)
                                    .get();
                            return received.stream().filter(asItShould).findFirst();
                        },
                        Optional::isPresent)
                .orElseThrow();
    }

    private static void assertVerified(Received message, JsonNode keys, int signatures) throws Exception {
        assertThat(message.asymmetricSignatures()).hasSize(signatures);
        for (int i = 0; i < signatures; i++) {
            String keyId = message.keyIds().get(i);
            JsonNode key = keys.path("keys")
                    .valueStream()
                    .filter(one -> one.path("kid").asText().equals(keyId))
                    .findFirst()
                    .orElseThrow();
            assertThat(key.path("kty").asText()).isEqualTo("OKP");
            assertThat(key.path("crv").asText()).isEqualTo("Ed25519");
            assertThat(fits(
                            key.path("x").asText(),
                            message,
                            message.asymmetricSignatures().get(i)))
                    .isTrue();
        }
    }

    private static boolean fits(String x, Received message, byte[] signature) throws GeneralSecurityException {
        String spki = "302a300506032b6570032100"
                + HexFormat.of().formatHex(Base64.getUrlDecoder().decode(x));
        Signature verifier = Signature.getInstance("Ed25519");
        verifier.initVerify(KeyFactory.getInstance("Ed25519")
                .generatePublic(new X509EncodedKeySpec(HexFormat.of().parseHex(spki))));
        verifier.update((message.headers().getFirst("webhook-id") + "."
                        + message.headers().getFirst("webhook-timestamp") + ".")
                .getBytes(StandardCharsets.UTF_8));
        verifier.update(message.body().getBytes(StandardCharsets.UTF_8));
        return verifier.verify(signature);
    }

    /** Sent without a token. */
    private static JsonNode keys(CatalogAddresses catalog) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(catalog.api().resolve("/v1/webhook-keys/" + ID))
                                .timeout(SOON)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return PartnerClient.read(answer.body());
    }

    private static Webhooks operator(CatalogAddresses catalog) {
        Brokers brokers = new Brokers(catalog.kafka());
        return new Webhooks(
                catalog.kafka().topics().prefix(),
                catalog.schemas(),
                brokers::partitionsOf,
                brokers::consumer,
                brokers::producer);
    }

    private URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            received.add(new Received(
                    exchange.getRequestHeaders(),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            exchange.sendResponseHeaders(204, -1);
        }
    }

    private void token(HttpExchange exchange) throws IOException {
        try (exchange) {
            String basic = "Basic "
                    + Base64.getEncoder().encodeToString("catalog:s3cret-client".getBytes(StandardCharsets.US_ASCII));
            boolean known = basic.equals(exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] answer = (known
                            ? "{\"access_token\": \"token-" + tokens.incrementAndGet()
                                    + "\", \"token_type\": \"Bearer\", \"expires_in\": 3600}"
                            : "{\"error\": \"invalid_client\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(known ? 200 : 401, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }
}
