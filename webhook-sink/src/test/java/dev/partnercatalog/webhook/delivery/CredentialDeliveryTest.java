package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static dev.partnercatalog.webhook.delivery.PartnerServer.status;
import static dev.partnercatalog.webhook.delivery.SealedCredentials.NOTHING;
import static dev.partnercatalog.webhook.delivery.SealedCredentials.oauth2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.credential.StaticHeader;
import dev.partnercatalog.runtime.credential.WebhookCredentials;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Headers and tokens that endpoints require besides the symmetric signature. */
class CredentialDeliveryTest {

    private final SealedCredentials sealed = new SealedCredentials();
    private final PartnerServer server = new PartnerServer();
    private final Endpoint endpoint = new Endpoint("p", server.url());
    private final PartnerServer login = new PartnerServer();
    private volatile Duration ahead = Duration.ZERO;
    private final AwaitedDelivery delivery = new AwaitedDelivery.Builder()
            .masterKey(sealed.masterKey())
            .clock(() -> Instant.now().plus(ahead))
            .build();

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
        login.close();
    }

    @Test
    void without_credentials_nothing_is_added() throws Exception {
        server.answer(200);

        send(NOTHING);

        RecordedRequest request = server.taken();
        assertThat(request.getHeaders().get("webhook-key-ids")).isNull();
        assertThat(request.getHeaders().get("Authorization")).isNull();
        assertThat(request.getHeaders().get("webhook-signature"))
                .startsWith("v1,")
                .doesNotContain("v1a,");
    }

    @Test
    void headers_are_sent_as_they_were_set() throws Exception {
        server.answer(200);

        send(new WebhookCredentials(
                false,
                List.of(new StaticHeader("Authorization", "Basic dTpw"), new StaticHeader("X-Api-Key", "a b")),
                null,
                null));

        RecordedRequest request = server.taken();
        assertThat(request.getHeaders().values("Authorization")).containsExactly("Basic dTpw");
        assertThat(request.getHeaders().values("X-Api-Key")).containsExactly("a b");
    }

    @Test
    void a_token_is_fetched_once_and_goes_with_every_message() throws Exception {
        login.answerToken("first");
        server.answer(200);
        server.answer(200);

        assertThat(send(oauth2(login)).result()).isEqualTo(Outcome.Result.ACCEPTED);
        assertThat(send(oauth2(login)).result()).isEqualTo(Outcome.Result.ACCEPTED);

        assertThat(server.taken().getHeaders().values("Authorization")).containsExactly("Bearer first");
        assertThat(server.taken().getHeaders().values("Authorization")).containsExactly("Bearer first");
        assertThat(login.requests()).isEqualTo(1);
    }

    @Test
    void a_token_that_is_refused_is_replaced_once_within_the_attempt() throws Exception {
        login.answerToken("first");
        login.answerToken("second");
        login.answerToken("third");
        server.answer(200);
        send(oauth2(login));
        ahead = Duration.ofSeconds(1);
        server.answer(401);
        server.answer(200);

        assertThat(send(oauth2(login)).result()).isEqualTo(Outcome.Result.ACCEPTED);

        server.answer(401);
        server.answer(401);
        Outcome refused = send(oauth2(login));
        assertThat(refused.result()).isEqualTo(Outcome.Result.FAILED);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(login.requests()).isEqualTo(3);
        assertThat(server.requests()).isEqualTo(5);
    }

    @Test
    void a_message_that_was_refused_with_its_token_counts_as_sent_if_no_other_token_can_be_had() throws Exception {
        login.answerToken("first");
        server.answer(200);
        send(oauth2(login));
        ahead = Duration.ofSeconds(1);
        server.answer(401);
        login.answer(status(503));

        Outcome outcome = send(oauth2(login));

        assertThat(outcome.result()).isEqualTo(Outcome.Result.FAILED);
        assertThat(outcome.received()).isTrue();
        assertThat(outcome.reason()).startsWith("no access token: ");
        assertThat(server.requests()).isEqualTo(2);
    }

    @Test
    void a_token_endpoint_that_fails_is_a_failed_attempt_with_a_reason_and_nothing_is_sent() throws Exception {
        login.answer(status(401).body("{\"error\": \"invalid_client\"}"));

        Outcome outcome = send(oauth2(login));

        assertThat(outcome)
                .isEqualTo(Outcome.unsent(
                        "no access token: the token endpoint answered with status 401 (invalid_client)"));
        assertThat(server.requests()).isZero();
        assertThat(delivery.endpoints().states().get(0).status()).hasToString("BACKING_OFF");
    }

    @Test
    void credentials_under_another_master_key_fail_their_own_webhook_alone() throws Exception {
        server.answer(200);
        WebhookCredentials header =
                new WebhookCredentials(false, List.of(new StaticHeader("X-Api-Key", "s3cret")), null, null);
        Endpoint closed = new Endpoint("closed", server.url());
        Endpoint open = new Endpoint("open", server.url());

        delivery.configure(new SealedCredentials().settings(closed, header), sealed.settings(open, header));
        Outcome failed = delivery.send(closed, MESSAGE);
        Outcome accepted = delivery.send(open, MESSAGE);

        assertThat(failed.result()).isEqualTo(Outcome.Result.FAILED);
        assertThat(failed.received()).isFalse();
        assertThat(failed.reason())
                .isEqualTo("its authentication can't be used: not encrypted under this master key, or changed since");
        assertThat(accepted.result()).isEqualTo(Outcome.Result.ACCEPTED);
    }

    private Outcome send(WebhookCredentials credentials) throws Exception {
        delivery.configure(sealed.settings(endpoint, credentials));
        return delivery.send(endpoint, MESSAGE);
    }
}
