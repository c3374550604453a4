package dev.partnercatalog.query;

import static dev.partnercatalog.query.SecondIssuer.claims;
import static dev.partnercatalog.query.SecondIssuer.ecKey;
import static dev.partnercatalog.query.SecondIssuer.rsaKey;
import static dev.partnercatalog.query.SecondIssuer.token;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.JWTClaimsSet;
import dev.partnercatalog.query.access.CallerApi;
import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.query.access.TestTokens;
import dev.partnercatalog.query.access.TokenForm;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.Resources;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An API that accepts the tokens of another issuer, with HTTP on both sides (D17). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExternalIssuerTest {

    private static final JWK KEY = rsaKey("key-1", JWSAlgorithm.RS256);

    private final Map<String, Client> clients = new ConcurrentHashMap<>();

    @AutoClose
    private final Resources resources = new Resources();

    private final SecondIssuer second = resources.add(new SecondIssuer());
    private final Api api = new Api(second, Duration.ofMillis(1));

    /** An API that trusts one issuer. */
    private final class Api {

        private final Issuer issuer;
        private final CallerApi callers;

        Api(SecondIssuer trusted, Duration refreshInterval) {
            issuer = Issuer.external(
                    new ExternalIssuer(SecondIssuer.NAME, trusted.keySet(), TokenForm.RFC_9068),
                    "catalog",
                    refreshInterval,
                    Clock.systemUTC(),
                    resources);
            callers = resources.add(new CallerApi(issuer.verifier(), clients::get, issuer.endpoint()));
        }

        HttpResponse<String> call(String token) throws IOException, InterruptedException {
            return callers.call(token);
        }

        void assertStatus(int status, JWK key, JWSAlgorithm algorithm, JWTClaimsSet.Builder claims) throws Exception {
            HttpResponse<String> response = call(token(key, algorithm, claims));
            assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        }
    }

    ExternalIssuerTest() {
        clients.put("c1", new Client("c1", "p1", ByteBuffer.allocate(32), true, Instant.EPOCH));
        clients.put("off", new Client("off", "p1", ByteBuffer.allocate(32), false, Instant.EPOCH));
    }

    @BeforeEach
    void publishKeys() {
        second.published.clear();
        second.publish(KEY);
    }

    @Test
    void D17_a_token_of_the_other_issuer_is_accepted_for_the_partner_of_its_client() throws Exception {
        HttpResponse<String> response = api.call(token(KEY, JWSAlgorithm.RS256, claims("c1")));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("\"c1 of p1\"");
    }

    @Test
    void D17_its_clients_are_those_in_the_table_of_clients_and_enabled() throws Exception {
        api.assertStatus(401, KEY, JWSAlgorithm.RS256, claims("unknown"));
        api.assertStatus(401, KEY, JWSAlgorithm.RS256, claims("off"));
    }

    @Test
    void D17_tokens_of_the_built_in_issuer_are_no_longer_accepted() throws Exception {
        assertThat(api.call(TestTokens.of("c1", Instant.now())).statusCode()).isEqualTo(401);
    }

    @Test
    void the_common_asymmetric_algorithms_are_accepted() throws Exception {
        JWK pss = second.publish(rsaKey("key-pss", JWSAlgorithm.PS256));
        JWK ec = second.publish(ecKey("key-ec"));
        api.assertStatus(200, pss, JWSAlgorithm.PS256, claims("c1"));
        api.assertStatus(200, ec, JWSAlgorithm.ES256, claims("c1"));
    }

    @Test
    void other_algorithms_are_refused_even_for_a_known_key() throws Exception {
        JWK any = second.publish(rsaKey("key-any", null));
        api.assertStatus(200, any, JWSAlgorithm.RS256, claims("c1"));
        api.assertStatus(401, any, JWSAlgorithm.RS512, claims("c1"));
        api.assertStatus(401, KEY, JWSAlgorithm.PS256, claims("c1"));
    }

    @Test
    void D17_a_new_key_of_the_issuer_is_fetched_when_the_first_token_uses_it() throws Exception {
        await().until(api.issuer.ready()::getAsBoolean);
        JWK next = second.publish(rsaKey("key-next", JWSAlgorithm.RS256));
        int before = second.fetches.get();
        String token = token(next, JWSAlgorithm.RS256, claims("c1"));
        assertThat(api.call(token).statusCode()).isEqualTo(200);
        assertThat(api.call(token).statusCode()).isEqualTo(200);
        assertThat(second.fetches.get() - before).isEqualTo(1);
    }

    @Test
    void a_key_that_the_issuer_revokes_is_no_longer_accepted_once_the_keys_are_fetched_again() throws Exception {
        JWK old = second.publish(rsaKey("key-old", JWSAlgorithm.RS256));
        String token = token(old, JWSAlgorithm.RS256, claims("c1"));
        assertThat(api.call(token).statusCode()).isEqualTo(200);
        second.published.remove(old);
        JWK next = second.publish(rsaKey("key-after-old", JWSAlgorithm.RS256));
        api.assertStatus(200, next, JWSAlgorithm.RS256, claims("c1"));
        assertThat(api.call(token).statusCode()).isEqualTo(401);
    }

    @Test
    void made_up_keys_cause_few_requests_to_the_issuer_and_disturb_nobody() throws Exception {
        try (SecondIssuer third = new SecondIssuer()) {
            third.publish(KEY);
            Api patient = new Api(third, Duration.ofMinutes(4));
            await().until(patient.issuer.ready()::getAsBoolean);
            for (int i = 0; i < 20; i++) {
                JWK fantasy = ecKey("fantasy-" + i);
                patient.assertStatus(401, fantasy, JWSAlgorithm.ES256, claims("c1"));
            }
            assertThat(third.fetches.get()).isLessThanOrEqualTo(3);
            patient.assertStatus(200, KEY, JWSAlgorithm.RS256, claims("c1"));
        }
    }

    @Test
    void an_issuer_that_is_unavailable_at_first_is_waited_for_but_not_one_that_becomes_unavailable_later()
            throws Exception {
        try (SecondIssuer away = new SecondIssuer()) {
            away.up = false;
            away.publish(KEY);
            Api waiting = new Api(away, Duration.ofMillis(1));
            String token = token(KEY, JWSAlgorithm.RS256, claims("c1"));
            assertThat(waiting.call(token).statusCode()).isEqualTo(503);
            assertThat(waiting.issuer.ready().getAsBoolean()).isFalse();
            away.up = true;
            await().until(waiting.issuer.ready()::getAsBoolean);
            assertThat(waiting.call(token).statusCode()).isEqualTo(200);
            away.up = false;
            assertThat(waiting.call(token).statusCode()).isEqualTo(200);
        }
    }
}
