package dev.partnercatalog.query.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.access.CallerApi;
import dev.partnercatalog.query.access.TestTokens;
import dev.partnercatalog.query.token.SigningKeyTable.SigningKeys;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The API accepts what the token endpoint issues. */
class TokenForApiTest {

    private final AtomicReference<Instant> now = new AtomicReference<>(TokenHarness.NOW);
    private final InstantSource time = now::get;
    private final TokenHarness issuer = new TokenHarness();
    private final CallerApi api = new CallerApi(
            TestTokens.verifier(
                    (token, context) -> new SigningKeys(issuer.keys).verifying(token), time.withZone(ZoneOffset.UTC)),
            issuer.clients::get,
            issuer.address());

    @AfterEach
    void close() {
        api.close();
        issuer.close();
    }

    @Test
    void D16_a_token_opens_the_API_until_it_expires() throws Exception {
        String token = issuer.token();
        assertThat(api.call(token).body()).isEqualTo("\"c1 of p1\"");
        now.set(TokenHarness.NOW.plusSeconds(3599));
        assertThat(api.call(token).statusCode()).isEqualTo(200);
        now.set(TokenHarness.NOW.plusSeconds(3700));
        assertThat(api.call(token).statusCode()).isEqualTo(401);
    }

    @Test
    void D17_tokens_of_the_old_key_and_of_the_new_one_are_valid_while_keys_rotate() throws Exception {
        String before = issuer.token();
        issuer.keys.add(0, TestTokens.newKey("key-2"));
        String after = issuer.token();
        assertThat(api.call(before).statusCode()).isEqualTo(200);
        assertThat(api.call(after).statusCode()).isEqualTo(200);
        issuer.keys.remove(1);
        assertThat(api.call(before).statusCode()).isEqualTo(401);
        assertThat(api.call(after).statusCode()).isEqualTo(200);
    }

    @Test
    void D17_a_disabled_client_loses_its_unexpired_token_too() throws Exception {
        String token = issuer.token();
        issuer.client("c1", "s3cret", false);
        assertThat(api.call(token).statusCode()).isEqualTo(401);
    }
}
