package dev.partnercatalog.query.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import dev.partnercatalog.http.ErrorBody;
import dev.partnercatalog.http.HttpLimits;
import dev.partnercatalog.http.HttpServer;
import dev.partnercatalog.http.Listener;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.http.Routes;
import dev.partnercatalog.http.limit.RateLimit;
import dev.partnercatalog.http.limit.RateLimiter;
import dev.partnercatalog.query.access.Authenticator;
import dev.partnercatalog.query.access.TestTokens;
import dev.partnercatalog.query.access.TokenVerifier;
import io.github.bucket4j.TimeMeter;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The API accepts what the token endpoint issues. */
class TokenForApiTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final AtomicReference<Instant> now = new AtomicReference<>(TokenHarness.NOW);
    private final InstantSource time = now::get;
    private final Clock clock = time.withZone(ZoneOffset.UTC);
    private final TokenHarness issuer = new TokenHarness();
    private final Listener listener = Listener.bind("127.0.0.1", 0);
    private final HttpServer api = HttpServer.start(listener, HttpLimits.DEFAULT, Map.of(), new ErrorBody(), routes());

    @AfterEach
    void close() {
        api.close();
        issuer.close();
    }

    @Test
    void D16_a_token_opens_the_API_until_it_expires() throws Exception {
        String token = token();
        assertThat(callWith(token).body()).isEqualTo("{\"clientId\":\"c1\",\"partnerId\":\"p1\"}");
        now.set(TokenHarness.NOW.plusSeconds(3599));
        assertThat(callWith(token).statusCode()).isEqualTo(200);
        now.set(TokenHarness.NOW.plusSeconds(3700));
        assertThat(callWith(token).statusCode()).isEqualTo(401);
    }

    @Test
    void D17_tokens_of_the_old_key_and_of_the_new_one_are_valid_while_keys_rotate() throws Exception {
        String before = token();
        issuer.keys.add(0, TestTokens.newKey("key-2"));
        String after = token();
        assertThat(callWith(before).statusCode()).isEqualTo(200);
        assertThat(callWith(after).statusCode()).isEqualTo(200);
        issuer.keys.remove(1);
        assertThat(callWith(before).statusCode()).isEqualTo(401);
        assertThat(callWith(after).statusCode()).isEqualTo(200);
    }

    @Test
    void D17_a_disabled_client_loses_its_unexpired_token_too() throws Exception {
        String token = token();
        issuer.client("c1", "s3cret", false);
        assertThat(callWith(token).statusCode()).isEqualTo(401);
    }

    private Routes routes() {
        TokenVerifier verifier = new TokenVerifier(
                TestTokens.ISSUER,
                TestTokens.AUDIENCE,
                Set.of(JWSAlgorithm.RS256),
                new IssuerKeys(() -> List.copyOf(issuer.keys)),
                clock);
        RateLimiter unlimited = new RateLimiter(RateLimit.NONE, TimeMeter.SYSTEM_NANOTIME);
        Authenticator authenticator = new Authenticator(
                verifier, issuer.clients::get, unlimited, unlimited, new RemoteAddresses(List.of()), issuer.address());
        return new Routes().get("/caller", context -> {
            var caller = authenticator.caller(context);
            context.result("{\"clientId\":\"" + caller.clientId() + "\",\"partnerId\":\"" + caller.partnerId() + "\"}");
        });
    }

    private String token() {
        return TokenHarness.json(issuer.form(TokenHarness.GRANT + "&" + TokenHarness.CREDENTIALS))
                .path("access_token")
                .asText();
    }

    private HttpResponse<String> callWith(String token) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(listener.address().resolve("/caller"))
                        .header("Authorization", "Bearer " + token)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
