package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CatalogExtension.class)
@DisplayName("What a partner's endpoint requires reaches it without a restart")
class WebhookAuthenticationOnBrokerTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String PATH = "/v1/partner/webhook/authentication";
    private static final String ID = "guarded";

    /** What the partner's endpoint received. */
    private record Received(Headers headers, String body) {

        boolean isChange() {
            return body.contains("\"variants.changed\"");
        }
    }

    private final Queue<Received> received = new ConcurrentLinkedQueue<>();
    private final HttpServer server;

    WebhookAuthenticationOnBrokerTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/hook", this::receive);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_header_from_when_it_is_set_until_it_is_removed(CatalogAddresses catalog) throws Exception {
        PartnerClient partner = catalog.client(ID);
        catalog.publish(CatalogTopic.PARTNERS, partner(ID, url("/hook").toString(), 7_060));
        await().atMost(SOON).until(() -> put(partner).statusCode() == 200);

        awaitPing(partner, one -> one.headers().containsKey("X-Api-Key"));
        catalog.publish(
                CatalogTopic.LISTINGS,
                "{\"companyId\": 7060, \"locationId\": 7061, \"sku\": \"g\", \"barcode\": \"guard-g\"}");
        catalog.publish(CatalogTopic.BPD_VARIANTS, "{\"barcode\": \"guard-g\", \"name\": \"one\"}");
        await().atMost(SOON).until(() -> received.stream().anyMatch(Received::isChange));

        Received change =
                received.stream().filter(Received::isChange).findFirst().orElseThrow();
        assertThat(change.headers().get("X-Api-Key")).containsExactly("s3cret-header");
        assertThat(partner.send("DELETE", PATH, null).get().body()).isEqualTo("{\"headers\":[]}");
        received.clear();
        awaitPing(partner, one -> !one.headers().containsKey("X-Api-Key"));
    }

    private static HttpResponse<String> put(PartnerClient partner) throws Exception {
        return partner.send("PUT", PATH, "{\"headers\": [{\"name\": \"X-Api-Key\", \"value\": \"s3cret-header\"}]}")
                .get();
    }

    /** Pings until one arrives as it should: the sink applies a change a moment after it is confirmed. */
    private void awaitPing(PartnerClient partner, Predicate<Received> asItShould) {
        await().atMost(SOON)
                .until(
                        () -> {
                            partner.send("POST", "/v1/partner/webhook/ping", null)
                                    .get();
                            return received.stream().filter(asItShould).findFirst();
                        },
                        Optional::isPresent);
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
}
