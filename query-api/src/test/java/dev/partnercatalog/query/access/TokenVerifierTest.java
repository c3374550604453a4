package dev.partnercatalog.query.access;

import static dev.partnercatalog.query.access.TestTokens.AUDIENCE;
import static dev.partnercatalog.query.access.TestTokens.ISSUER;
import static dev.partnercatalog.query.access.TestTokens.KEY;
import static dev.partnercatalog.query.access.TestTokens.claims;
import static dev.partnercatalog.query.access.TestTokens.header;
import static dev.partnercatalog.query.access.TestTokens.signed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.partnercatalog.query.access.TokenVerifier.ClaimsCheck;
import dev.partnercatalog.query.access.TokenVerifier.InvalidTokenException;
import dev.partnercatalog.query.access.TokenVerifier.VerifiedToken;
import dev.partnercatalog.runtime.http.HttpProblem;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tokens are accepted, what is kept of them, and for how long. */
class TokenVerifierTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static final String CLAIMS = claims("c1", NOW).build().toString();
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
    void a_token_that_is_too_long_is_refused_before_it_is_read() {
        assertRefused(signed(
                header().build(),
                claims("c1", NOW).claim("x", "y".repeat(10_000)).build(),
                KEY));
    }

    @Test
    void D16_a_valid_token_returns_its_client_and_scopes() throws InvalidTokenException {
        VerifiedToken token = verifier.verify(TestTokens.of("c1", NOW));
        assertThat(token.clientId()).isEqualTo("c1");
        assertThat(token.scopes()).containsExactly("partner/read");
    }

    @Test
    void the_long_form_of_the_type_is_the_same_type() throws InvalidTokenException {
        JWSHeader header =
                header().type(new JOSEObjectType("application/at+jwt")).build();
        assertThat(verifier.verify(signed(header, claims("c1", NOW).build(), KEY))
                        .clientId())
                .isEqualTo("c1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"iss", "aud", "sub", "exp", "iat", "jti", "client_id"})
    void a_token_without_a_claim_that_the_profile_requires_is_refused(String claim) {
        assertRefused(
                signed(header().build(), claims("c1", NOW).claim(claim, null).build(), KEY));
    }

    @Test
    void D16_a_token_that_another_key_signed_is_refused() {
        RSAKey stranger = TestTokens.newKey(KEY.getKeyID());
        assertRefused(signed(header().build(), claims("c1", NOW).build(), stranger));
    }

    @Test
    void a_key_in_the_token_itself_is_never_trusted() {
        RSAKey stranger = TestTokens.newKey("stranger");
        JWSHeader header =
                header().keyID("stranger").jwk(stranger.toPublicJWK()).build();
        assertRefused(signed(header, claims("c1", NOW).build(), stranger));
    }

    @Test
    void another_algorithm_is_refused_even_with_the_right_key() {
        for (JWSAlgorithm algorithm : new JWSAlgorithm[] {JWSAlgorithm.RS512, JWSAlgorithm.PS256}) {
            JWSHeader header = new JWSHeader.Builder(algorithm)
                    .type(new JOSEObjectType("at+jwt"))
                    .keyID(KEY.getKeyID())
                    .build();
            assertRefused(signed(header, claims("c1", NOW).build(), KEY));
        }
    }

    @Test
    void the_public_key_is_not_used_as_a_shared_secret() throws Exception {
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.HS256)
                .type(new JOSEObjectType("at+jwt"))
                .keyID(KEY.getKeyID())
                .build();
        SignedJWT token = new SignedJWT(header, claims("c1", NOW).build());
        token.sign(new MACSigner(KEY.toRSAPublicKey().getEncoded()));
        assertRefused(token.serialize());
    }

    @Test
    void an_unsigned_token_is_refused() {
        assertRefused(new PlainJWT(claims("c1", NOW).build()).serialize());
    }

    @Test
    void a_token_whose_claims_were_changed_is_refused() {
        String[] parts = TestTokens.of("c1", NOW).split("\\.", -1);
        String changed = Base64URL.encode(claims("c2", NOW).build().toString()).toString();
        assertRefused(parts[0] + "." + changed + "." + parts[2]);
        assertRefused(parts[0] + "." + parts[1] + ".");
        assertRefused(parts[0] + "." + parts[1]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ".", "..", "a.b.c", "....", "nonsense", "e30.e30.e30", "W10.e30.AAAA", "\u00e9"})
    void text_that_is_not_a_token_is_refused(String text) {
        assertRefused(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            alg  | null
            alg  | "none"
            alg  | "rs256"
            alg  | ["RS256"]
            kid  | "other"
            kid  | {}
            kid  | "../../dev/null"
            kid  | "other","jku":"http://127.0.0.1:1/keys"
            typ  | "JWT"
            typ  | "id_token"
            typ  | null
            typ  | "at+jwt","crit":["exp"]
            typ  | "at+jwt","crit":["b64"],"b64":false
            """)
    void D16_a_header_that_the_issuer_does_not_write_is_refused_although_the_signature_is_right(
            String name, String value) throws JOSEException {
        String header = header().build().toString();
        assertRefused(TestTokens.signed(replaced(header, name, value), CLAIMS));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            iss       | "http://other.example"
            aud       | "other"
            aud       | []
            aud       | {}
            exp       | 1
            exp       | 1e999999999
            exp       | "tomorrow"
            iat       | 99999999999
            iat       | [1]
            iat       | 1767225600,"nbf":1767225660
            jti       | null
            client_id | 7
            client_id | null
            """)
    void D16_so_are_claims(String name, String value) throws JOSEException {
        assertRefused(TestTokens.signed(header().build().toString(), replaced(CLAIMS, name, value)));
    }

    @Test
    void so_is_content_that_is_deep_or_no_object() throws JOSEException {
        String header = header().build().toString();
        for (String content : List.of("", "null", "[]", "1", "{", CLAIMS + CLAIMS, "[".repeat(4_000))) {
            assertRefused(TestTokens.signed(content, CLAIMS));
            assertRefused(TestTokens.signed(header, content));
        }
    }

    private static String replaced(String object, String name, String value) {
        String changed = object.replaceFirst(
                "\"" + name + "\":(?:\"[^\"]*\"|[0-9]+)", Matcher.quoteReplacement("\"" + name + "\":" + value));
        assertThat(changed).isNotEqualTo(object);
        return changed;
    }

    @Test
    void a_token_is_neither_accepted_nor_refused_while_the_keys_are_unknown() {
        TokenVerifier waiting = TestTokens.verifier(
                (selector, context) -> {
                    throw new KeySourceException("not here");
                },
                Clock.fixed(NOW, ZoneOffset.UTC));
        assertThatExceptionOfType(HttpProblem.class)
                .isThrownBy(() -> waiting.verify(TestTokens.of("c1", NOW)))
                .satisfies(problem -> assertThat(problem.code().status()).isEqualTo(503));
    }

    private void assertRefused(String token) {
        TestTokens.assertRefused(verifier, token);
    }

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
        assertThat(verifier.cached()).isEqualTo(1);
    }

    @Test
    void no_more_than_a_number_of_tokens_are_kept() throws InvalidTokenException {
        for (int i = 0; i < 2 * MOST_KEPT; i++) {
            verifier.verify(signed(
                    header().build(), claims("c1", NOW).jwtID("token-" + i).build(), KEY));
        }
        assertThat(verifier.cached()).isEqualTo(MOST_KEPT);
    }
}
