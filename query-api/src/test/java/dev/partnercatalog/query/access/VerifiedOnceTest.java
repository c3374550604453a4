package dev.partnercatalog.query.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWKSet;
import dev.partnercatalog.records.Client;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How often the token of a request is verified. */
class VerifiedOnceTest {

    private static final Client CLIENT = new Client("c1", "p1", ByteBuffer.allocate(32), true, Instant.EPOCH);

    private final AtomicInteger verified = new AtomicInteger();
    private final TokenVerifier verifier = TestTokens.verifier(
            (selector, context) -> {
                verified.incrementAndGet();
                return selector.select(new JWKSet(TestTokens.KEY.toPublicJWK()));
            },
            Clock.systemUTC());

    @Test
    void D16_a_request_whose_body_is_awaited_has_its_token_verified_once() throws Exception {
        String token = TestTokens.of("c1", Clock.systemUTC().instant());
        try (CallerApi api =
                new CallerApi(verifier, id -> id.equals("c1") ? CLIENT : null, URI.create("http://issuer.example"))) {
            assertThat(api.call(token).body()).isEqualTo("\"c1 of p1\"");
            verified.set(0);
            assertThat(api.callWithBody(token).body()).isEqualTo("\"c1 of p1\"");
            assertThat(verified).hasValue(1);
            assertThat(api.callWithBody(token + "A").statusCode()).isEqualTo(401);
        }
    }
}
