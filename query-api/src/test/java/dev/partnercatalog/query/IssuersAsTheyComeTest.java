package dev.partnercatalog.query;

import static dev.partnercatalog.query.SecondIssuer.rsaKey;
import static dev.partnercatalog.query.SecondIssuer.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.partnercatalog.query.access.CallerApi;
import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.query.access.TokenForm;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.Resources;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * Access tokens as issuers send them if nobody has changed their settings (D17): each is accepted with settings for its
 * form, and without them the response and the log name what is missing.
 */
@Isolated("reads the log")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IssuersAsTheyComeTest {

    private static final JWK KEY = rsaKey("key-1", JWSAlgorithm.RS256);
    private static final String SERVICE = "catalog";

    /** The header and the claims of a token for client credentials, and the settings with which it is accepted. */
    private enum Made {
        KEYCLOAK("JWT", "aud", "scope", """
                {"aud": ["catalog", "account"], "typ": "Bearer", "azp": "c1", "acr": "1", "client_id": "c1", "jti": "j",
                 "scope": "profile partner/read email"}"""),
        ENTRA_2("JWT", "aud", "roles", """
                {"aud": "catalog", "azp": "c1", "azpacr": "1", "oid": "o", "roles": ["partner/read"], "ver": "2.0"}"""),
        ENTRA_1("JWT", "aud", "roles", """
                {"aud": "catalog", "appid": "c1", "appidacr": "1", "roles": ["partner/read"], "ver": "1.0"}"""),
        COGNITO("none", "none", "scope", """
                {"jti": "j", "token_use": "access", "scope": "partner/read", "version": 2, "client_id": "c1"}"""),
        AUTH0("JWT", "aud", "scope", """
                {"aud": "catalog", "azp": "c1", "scope": "partner/read", "gty": "client-credentials"}""");

        private final String type;
        private final String ownClaims;

        @SuppressWarnings("ImmutableEnumChecker") // a record of immutable collections
        private final TokenForm form;

        Made(String type, String audienceClaim, String scopeClaim, String ownClaims) {
            this.type = type;
            this.ownClaims = ownClaims;
            this.form = new TokenForm(Set.of(type), audienceClaim, scopeClaim);
        }

        JWTClaimsSet.Builder claims() throws ParseException {
            Instant now = Instant.now();
            return new JWTClaimsSet.Builder(JWTClaimsSet.parse(ownClaims))
                    .issuer(SecondIssuer.NAME.toString())
                    .subject("service-account")
                    .issueTime(Date.from(now))
                    .expirationTime(Date.from(now.plusSeconds(300)));
        }
    }

    @AutoClose
    private final Resources resources = new Resources();
    private final SecondIssuer issuer = resources.add(new SecondIssuer());

    IssuersAsTheyComeTest() {
        issuer.publish(KEY);
    }

    private CallerApi api(TokenForm form) {
        Issuer external = Issuer.external(
                new ExternalIssuer(SecondIssuer.NAME, issuer.keySet(), form),
                SERVICE,
                Duration.ofMillis(1),
                Clock.systemUTC(),
                resources);
        Client client = new Client("c1", "p1", ByteBuffer.allocate(32), true, Instant.EPOCH);
        return resources.add(
                new CallerApi(external.verifier(), id -> id.equals("c1") ? client : null, external.endpoint()));
    }

    private static String made(Made by, JWTClaimsSet.Builder claims) {
        return token(KEY, JWSAlgorithm.RS256, by.type.equals(TokenForm.NONE) ? null : by.type, claims);
    }

    @ParameterizedTest
    @EnumSource
    void D17_a_token_is_accepted_as_the_issuer_sends_it_with_the_settings_of_its_form(Made by) throws Exception {
        HttpResponse<String> response = api(by.form).call(made(by, by.claims()));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("\"c1 of p1\"");
    }

    @ParameterizedTest
    @EnumSource
    void without_these_settings_the_response_says_that_the_type_is_another(Made by) throws Exception {
        assertRefused(api(TokenForm.RFC_9068).call(made(by, by.claims())), 401, "its header typ is not at+jwt");
    }

    @ParameterizedTest
    @CsvSource({
        "KEYCLOAK, aud, it has no claim aud",
        "ENTRA_2, azp, it has no claim client_id or azp or appid",
        "ENTRA_1, appid, it has no claim client_id or azp or appid",
        "COGNITO, token_use, it has no claim token_use",
        "COGNITO, sub, it has no claim sub",
        "AUTH0, exp, it has no claim exp",
        "AUTH0, iss, its claim iss is not https://id.example/tenant/",
    })
    void a_claim_that_is_missing_is_named(Made by, String claim, String words) throws Exception {
        assertRefused(api(by.form).call(made(by, by.claims().claim(claim, null))), 401, words);
    }

    @ParameterizedTest
    @CsvSource({
        "KEYCLOAK, aud, account, its claim aud doesn't have catalog",
        "KEYCLOAK, typ, ID, its claim typ is not Bearer",
        "COGNITO, token_use, id, its claim token_use is not access",
        "AUTH0, azp, '', ",
    })
    void so_is_one_with_another_value_and_an_identity_token_is_never_an_access_token(
            Made by, String claim, String value, @Nullable String words) throws Exception {
        HttpResponse<String> response = api(by.form).call(made(by, by.claims().claim(claim, value)));
        if (words == null) {
            assertThat(response.statusCode()).isEqualTo(401);
        } else {
            assertRefused(response, 401, words);
        }
    }

    @Test
    void a_scope_that_is_missing_is_named_with_its_claim() throws Exception {
        assertRefused(
                api(Made.ENTRA_2.form)
                        .call(made(Made.ENTRA_2, Made.ENTRA_2.claims().claim("roles", List.of("other")))),
                403,
                "lacks the scope partner/read in its claim roles");
    }

    private static void assertRefused(HttpResponse<String> response, int status, String words) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains(words);
        assertThat(response.headers().firstValue("WWW-Authenticate").orElseThrow())
                .matches(".*, error_description=\"[^\"\\\\]*" + Pattern.quote(words) + "[^\"\\\\]*\".*");
    }

    @Test
    void the_log_names_what_is_missing_once_a_minute_and_no_more_often() throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger("dev.partnercatalog.query.access.Authenticator");
        log.start();
        logger.addAppender(log);
        try {
            CallerApi api = api(Made.AUTH0.form);
            for (int i = 0; i < 3; i++) {
                api.call(made(Made.AUTH0, Made.AUTH0.claims().claim("aud", null)));
            }
            api.call("not.a.token");
        } finally {
            logger.detachAppender(log);
        }
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .containsExactly("a token was refused: The access token can't be used: it has no claim aud.");
    }

    @Test
    void a_form_that_would_let_any_token_in_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TokenForm(Set.of(), "aud", "scope"));
        assertThatIllegalArgumentException().isThrownBy(() -> new TokenForm(Set.of("id_token"), "aud", "scope"));
        assertThatIllegalArgumentException().isThrownBy(() -> new TokenForm(Set.of("JWT"), "", "scope"));
    }
}
