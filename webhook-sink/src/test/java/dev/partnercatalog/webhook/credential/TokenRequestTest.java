package dev.partnercatalog.webhook.credential;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.credential.OAuth2Client;
import dev.partnercatalog.webhook.delivery.RawEndpoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenRequestTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String SECRET = "s3cret +%/ü";

    private final MockWebServer server = new MockWebServer();
    private final OkHttpClient client = new OkHttpClient.Builder()
            .readTimeout(Duration.ofSeconds(2))
            .followRedirects(false)
            .build();

    @BeforeEach
    void start() throws IOException {
        server.start();
    }

    @AfterEach
    void stop() {
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
        server.close();
    }

    @Test
    void a_token_is_asked_for_as_rfc_6749_says() throws Exception {
        answer(200, "{\"access_token\": \"abc.def-1~=\", \"token_type\": \"bearer\", \"expires_in\": 3600}");

        BearerToken token = ask("webhooks write");

        assertThat(token.value()).isEqualTo("abc.def-1~=");
        assertThat(token.useUntil()).isEqualTo(NOW.plusSeconds(3540));
        RecordedRequest request = requireNonNull(server.takeRequest(5, TimeUnit.SECONDS));
        assertThat(request.getMethod()).isEqualTo("POST");
        assertThat(request.getHeaders().get("Content-Type")).isEqualTo("application/x-www-form-urlencoded");
        assertThat(requireNonNull(request.getBody()).utf8())
                .isEqualTo("grant_type=client_credentials&scope=webhooks+write");
        String basic = requireNonNull(request.getHeaders().get("Authorization"));
        assertThat(new String(
                        Base64.getDecoder().decode(basic.substring("Basic ".length())), StandardCharsets.US_ASCII))
                .isEqualTo("id%3A1:s3cret+%2B%25%2F%C3%BC");
    }

    @Test
    void a_server_may_want_the_credentials_as_they_are() throws Exception {
        RecordedRequest request = asked(OAuth2Client.Method.BASIC_RAW, Map.of());

        String basic = requireNonNull(request.getHeaders().get("Authorization"));
        assertThat(new String(Base64.getDecoder().decode(basic.substring("Basic ".length())), StandardCharsets.UTF_8))
                .isEqualTo("id:1:" + SECRET);
        assertThat(requireNonNull(request.getBody()).utf8()).isEqualTo("grant_type=client_credentials");
    }

    @Test
    void a_server_may_want_them_in_the_form_and_more_parameters() throws Exception {
        RecordedRequest request =
                asked(OAuth2Client.Method.BODY, Map.of("resource", "https://api.example/", "audience", "hooks"));

        assertThat(request.getHeaders().get("Authorization")).isNull();
        assertThat(requireNonNull(request.getBody()).utf8())
                .isEqualTo("grant_type=client_credentials&audience=hooks&resource=https%3A%2F%2Fapi.example%2F"
                        + "&client_id=id%3A1&client_secret=s3cret+%2B%25%2F%C3%BC");
    }

    private RecordedRequest asked(OAuth2Client.Method method, Map<String, String> parameters) throws Exception {
        answer(200, "{\"access_token\": \"a\", \"token_type\": \"Bearer\"}");
        requests()
                .send(new OAuth2Client(server.url("/token").toString(), "id:1", SECRET, null, method, parameters))
                .get(20, TimeUnit.SECONDS);
        return requireNonNull(server.takeRequest(5, TimeUnit.SECONDS));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"access_token\": \"a\", \"token_type\": \"Bearer\"}|240",
                "{\"access_token\": \"a\", \"token_type\": \"Bearer\", \"expires_in\": 10}|8",
                "{\"access_token\": \"a\", \"token_type\": \"Bearer\", \"expires_in\": -1}|240",
                "{\"access_token\": \"a\", \"token_type\": \"Bearer\", \"expires_in\": \"3600\"}|240",
                "{\"access_token\": \"a\", \"token_type\": \"Bearer\", \"expires_in\": 99999999999999}|86340"
            })
    void a_token_is_given_up_before_it_expires(String answer, long seconds) throws Exception {
        answer(200, answer);

        assertThat(ask(null).useUntil()).isEqualTo(NOW.plusSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401|{\"error\": \"invalid_client\"}|answered with status 401 (invalid_client)",
                "400|{\"error\": \"invalid_target\", \"error_description\": \"No API named x.\"}|"
                        + "answered with status 400 (invalid_target: No API named x.)",
                "400|{\"error\": \"invalid_client\", \"error_description\": \"not s3cret +%/ü\"}|(invalid_client)",
                "400|{\"error\": \"invalid_client\", \"error_description\": \"not s3cret+%2B%25%2F%C3%BC\"}|(invalid_client)",
                "400|{\"error\": \"invalid_client\", \"error_description\": \"<b>\\u0007\"}|(invalid_client)",
                "400|{\"error\": \"invalid_client\", \"error_description\": [\"x\"]}|(invalid_client)",
                "400|{\"error\": \"<script> s3cret\"}|answered with status 400",
                "500|oops s3cret|answered with status 500",
                "302|{}|answered with status 302",
                "200|oops s3cret|answer is not a JSON object",
                "200|{}|no usable access_token",
                "200|{\"access_token\": 7, \"token_type\": \"Bearer\"}|no usable access_token",
                "200|{\"access_token\": \"s3cret two\", \"token_type\": \"Bearer\"}|no usable access_token",
                "200|{\"access_token\": \"s3cret\\r"
                        + "\\n"
                        + "X: y\", \"token_type\": \"Bearer\"}|no usable access_token",
                "200|{\"access_token\": \"s3cret\", \"token_type\": \"mac\"}|a token_type other than Bearer",
                "200|{\"access_token\": \"s3cret\"}|a token_type other than Bearer"
            })
    void an_answer_without_a_token_says_why_and_shows_nothing_else(int status, String body, String reason) {
        answer(status, body);

        assertThatThrownBy(() -> ask(null))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(TokenRefusedException.class)
                .hasMessageEndingWith(reason)
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void an_answer_is_read_up_to_a_bound() {
        answer(200, "{\"access_token\": \"a\", \"token_type\": \"Bearer\", \"x\": \"" + "x".repeat(70_000) + "\"}");

        assertThatThrownBy(() -> ask(null)).hasMessageContaining("longer than 65536 bytes");
    }

    @Test
    void an_endpoint_that_does_not_answer_is_given_up() {
        server.enqueue(
                new MockResponse.Builder().headersDelay(1, TimeUnit.MINUTES).build());

        assertThatThrownBy(() -> ask(null)).hasMessageContaining("didn't answer in time");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: -7\r\n\r\n",
                "HTTP/1.1 204 x\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{}",
                "HTTP/1.1 -10 x\r\n\r\n",
                "HTTP/1.1 503 x\r\nRetry-After: \u00e9\r\nContent-Length: 0\r\n\r\n",
                "s3cret"
            })
    void an_answer_that_is_broken_ends_the_request_too(String answer) {
        try (RawEndpoint broken = new RawEndpoint(answer)) {
            assertThatThrownBy(() -> requests().send(of(broken.url(), null)).get(5, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(TokenRefusedException.class)
                    .hasMessageNotContaining("s3cret");
        }
    }

    @Test
    void a_request_that_can_not_be_made_ends_too() {
        TokenRequest broken = new TokenRequest(
                client.newBuilder()
                        .eventListenerFactory(call -> {
                            throw new IllegalStateException("s3cret");
                        })
                        .build(),
                new WebhookAddresses(true),
                "test",
                () -> NOW);

        assertThatThrownBy(() -> broken.send(of("http://login.example/", null)).get(5, TimeUnit.SECONDS))
                .hasMessageContaining("failed because of a fault of the sender")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void a_request_that_the_client_loses_is_given_up() {
        Dispatcher losing = new Dispatcher();
        losing.setMaxRequests(1);
        TokenRequest lost = new TokenRequest(
                client.newBuilder().dispatcher(losing).build(), new WebhookAddresses(true), "test", () -> NOW);
        server.enqueue(
                new MockResponse.Builder().headersDelay(1, TimeUnit.MINUTES).build());
        client.newBuilder()
                .dispatcher(losing)
                .readTimeout(Duration.ofMinutes(1))
                .build()
                .newCall(new Request.Builder().url(server.url("/")).build())
                .enqueue(new Callback() {
                    @Override
                    public void onFailure(Call call, IOException e) {}

                    @Override
                    public void onResponse(Call call, Response response) {
                        response.close();
                    }
                });

        assertThatThrownBy(() ->
                        lost.send(of(server.url("/token").toString(), null)).get(20, TimeUnit.SECONDS))
                .hasMessageContaining("didn't answer in time");
        losing.cancelAll();
    }

    @Test
    void only_addresses_that_webhooks_may_go_to_are_asked() {
        TokenRequest strict = new TokenRequest(client, new WebhookAddresses(false), "test", () -> NOW);

        assertThatThrownBy(() -> strict.send(of("http://login.example/", null)).get())
                .hasMessageContaining("the token URL must begin with https://");
        assertThatThrownBy(
                        () -> strict.send(of("https://169.254.169.254/", null)).get())
                .hasMessageContaining(
                        "the token URL has the address 169.254.169.254, to which webhooks may not be sent");
        assertThat(server.getRequestCount()).isZero();
    }

    private void answer(int status, String body) {
        server.enqueue(new MockResponse.Builder().code(status).body(body).build());
    }

    private BearerToken ask(@Nullable String scope) throws Exception {
        return requests().send(of(server.url("/token").toString(), scope)).get(20, TimeUnit.SECONDS);
    }

    private TokenRequest requests() {
        return new TokenRequest(client, new WebhookAddresses(true), "test", () -> NOW);
    }

    private static OAuth2Client of(String url, @Nullable String scope) {
        return new OAuth2Client(url, "id:1", SECRET, scope);
    }
}
