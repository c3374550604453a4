package dev.partnercatalog.query.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.nimbusds.jose.jwk.RSAKey;
import dev.partnercatalog.query.access.TestTokens;
import dev.partnercatalog.query.contract.Contract;
import dev.partnercatalog.query.token.SigningKeyTable.SigningKeys;
import dev.partnercatalog.query.token.TokenServer.TokenSettings;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.ManualTime;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import dev.partnercatalog.runtime.secret.Hashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The token endpoint as it runs in production, on its own port, with clients and keys in memory. */
final class TokenHarness implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final TokenSettings SETTINGS =
            new TokenSettings(TestTokens.ISSUER, TestTokens.AUDIENCE, "https://desk.example");
    static final String GRANT = "grant_type=client_credentials";
    static final String CREDENTIALS = "client_id=c1&client_secret=s3cret";
    static final String GOOD = GRANT + "&" + CREDENTIALS;
    static final String FORM = "application/x-www-form-urlencoded";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Contract CONTRACT = new Contract();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    final Map<String, Client> clients = new ConcurrentHashMap<>();
    final List<RSAKey> keys = new CopyOnWriteArrayList<>();

    final ManualTime time = new ManualTime();
    volatile Instant now = NOW;

    private final HttpServer server = HttpServer.bind("127.0.0.1", 0);

    TokenHarness() {
        this(false);
    }

    /** An endpoint whose issuer is the address on which it listens. */
    static TokenHarness atItsOwnAddress() {
        return new TokenHarness(true);
    }

    private TokenHarness(boolean ownAddress) {
        TokenServer.start(
                server,
                new HttpLimits(256, 4_000),
                new RemoteAddresses(List.of("127.0.0.1")),
                ownAddress
                        ? new TokenSettings(server.address(), SETTINGS.audience(), SETTINGS.allowOrigin())
                        : SETTINGS,
                new ClientAuthentication(clients::get, time),
                () -> new SigningKeys(keys),
                ((InstantSource) () -> now).withZone(ZoneOffset.UTC));
        reset();
    }

    /** One client, {@code c1} with the secret {@code s3cret}, and one key. */
    void reset() {
        clients.clear();
        client("c1", "s3cret", true);
        keys.clear();
        keys.add(TestTokens.KEY);
        now = NOW;
        // Long enough to forget every attempt.
        time.pass(Duration.ofMinutes(2));
    }

    void client(String clientId, String secret, boolean enabled) {
        clients.put(clientId, new Client(clientId, "p1", ByteBuffer.wrap(Hashes.sha256(secret)), enabled, NOW));
    }

    URI address() {
        return server.address();
    }

    /** The access token that a good request gets. */
    String token() {
        return json(form(GOOD)).path("access_token").asText();
    }

    /** A token request with a form as its body, and with an Authorization header if one is given. */
    HttpResponse<String> form(String body, String... authorization) {
        HttpRequest.Builder request = post(FORM, body);
        for (String header : authorization) {
            request.header("Authorization", header);
        }
        return send(request);
    }

    /** A token request with a body of any type. */
    HttpRequest.Builder post(String contentType, String body) {
        return request("/oauth2/token")
                .header("Content-Type", contentType)
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server.address() + path));
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
            CONTRACT.check(
                    response.request().method(),
                    response.uri().getRawPath(),
                    response.statusCode(),
                    response.headers().map(),
                    response.body());
            return response;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static JsonNode json(HttpResponse<String> response) {
        try {
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.close();
    }

    /** Checks everything that a response with a token has (D16, RFC 6749, section 5.1). */
    static void assertToken(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        JsonNode answer = json(response);
        assertThat(answer.properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder("access_token", "token_type", "expires_in", "scope");
        assertThat(answer.path("token_type").asText()).isEqualTo("Bearer");
        assertThat(answer.path("expires_in").isInt()).isTrue();
        assertThat(answer.path("expires_in").asInt()).isEqualTo(3600);
        assertThat(answer.path("scope").asText()).isEqualTo("partner/read");
        assertNotStored(response);
    }

    /** Checks everything that RFC 6749, section 5.2, requires of an error. */
    static void assertRefused(HttpResponse<String> response, int status, String error) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        JsonNode answer = json(response);
        assertThat(answer.properties().stream().map(Map.Entry::getKey)).containsExactly("error", "error_description");
        assertThat(answer.path("error").asText()).isEqualTo(error);
        assertThat(answer.path("error_description").asText()).matches("[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]+");
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(response.headers().firstValue("WWW-Authenticate").isPresent())
                .isEqualTo(status == 401);
        assertNotStored(response);
    }

    private static void assertNotStored(HttpResponse<String> response) {
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertThat(response.headers().firstValue("Pragma")).hasValue("no-cache");
        assertThat(response.headers().firstValue("X-Request-Id")).isPresent();
    }
}
