package dev.partnercatalog.query.access;

import static dev.partnercatalog.query.access.TestTokens.AUDIENCE;
import static dev.partnercatalog.query.access.TestTokens.ISSUER;
import static dev.partnercatalog.query.access.TestTokens.KEY;
import static dev.partnercatalog.query.access.TestTokens.claims;
import static dev.partnercatalog.query.access.TestTokens.header;
import static dev.partnercatalog.query.access.TestTokens.signed;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import dev.partnercatalog.query.access.TokenVerifier.ClaimsCheck;
import dev.partnercatalog.query.access.TokenVerifier.InvalidTokenException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a verifier keeps of the tokens that it accepted, and for how long. */
class CachedTokenTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final int MOST_KEPT = 50;

    private final List<RSAKey> keys = new ArrayList<>(List.of(KEY));
    private Instant now = NOW;
    private final InstantSource time = () -> now;
    private final TokenVerifier verifier = new TokenVerifier(
            new ClaimsCheck(TokenForm.RFC_9068, ISSUER, AUDIENCE, time.withZone(ZoneOffset.UTC)),
            Set.of(JWSAlgorithm.RS256),
            (selector, context) -> selector.select(new JWKSet(List.copyOf(keys))),
            MOST_KEPT);

    @Test
    void D16_a_cached_token_is_refused_once_it_has_expired() throws InvalidTokenException {
        String token = TestTokens.of("c1", NOW);
        verifier.verify(token);
        now = NOW.plusSeconds(3604);
        assertThat(verifier.verify(token).clientId()).isEqualTo("c1");
        now = NOW.plusSeconds(3606);
        assertRefused(token);
    }

    @Test
    void D17_a_cached_token_is_refused_once_its_key_is_revoked_or_replaced() throws InvalidTokenException {
        String token = TestTokens.of("c1", NOW);
        verifier.verify(token);
        keys.add(0, TestTokens.newKey("newer"));
        assertThat(verifier.verify(token).clientId()).isEqualTo("c1");
        keys.remove(KEY);
        assertRefused(token);
        keys.add(TestTokens.newKey(KEY.getKeyID()));
        assertRefused(token);
        keys.set(1, KEY);
        assertThat(verifier.verify(token).clientId()).isEqualTo("c1");
    }

    @Test
    void a_token_is_not_accepted_just_because_its_beginning_was_valid() throws InvalidTokenException {
        String token = TestTokens.of("c1", NOW);
        verifier.verify(token);
        assertRefused(token.substring(0, token.lastIndexOf('.') + 1)
                + TestTokens.of("c2", NOW).replaceAll(".*\\.", ""));
        assertRefused(token + "A");
    }

    @Test
    void a_valid_token_in_another_spelling_is_refused_and_not_cached() throws InvalidTokenException {
        String token = TestTokens.of("c1", NOW);
        verifier.verify(token);
        String signature = token.substring(token.lastIndexOf('.') + 1);
        String rest = token.substring(0, token.lastIndexOf('.') + 1);
        for (String junk : new String[] {"=", "==", "!", "\n", " ", "%", "+", "/", "\u00e9", ".", "AA", "A"}) {
            assertRefused(token + junk);
            assertRefused(rest + signature.substring(0, 10) + junk + signature.substring(10));
            assertRefused(junk + token);
        }
        // 256 bytes leave four bits of the last character unused.
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        char last = alphabet.charAt(alphabet.indexOf(token.charAt(token.length() - 1)) + 1);
        assertRefused(token.substring(0, token.length() - 1) + last);
        assertThat(verifier.kept()).isEqualTo(1);
    }

    @Test
    void no_more_than_a_number_of_tokens_are_kept() throws InvalidTokenException {
        for (int i = 0; i < 2 * MOST_KEPT; i++) {
            verifier.verify(signed(
                    header().build(), claims("c1", NOW).jwtID("token-" + i).build(), KEY));
        }
        assertThat(verifier.kept()).isEqualTo(MOST_KEPT);
    }

    private void assertRefused(String token) {
        TestTokens.assertRefused(verifier, token);
    }
}
