package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.secret.HeaderSeal;
import dev.partnercatalog.runtime.secret.StaticHeader;
import java.util.List;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Headers that endpoints require besides the signature. */
class HeaderDeliveryTest {

    private final HeaderSeal seal = new HeaderSeal(MasterKeys.another());
    private final PartnerServer server = new PartnerServer();
    private final Endpoint endpoint = new Endpoint("p", server.url());
    private final AwaitedDelivery delivery =
            new AwaitedDelivery.Builder().masterKey(seal.masterKey()).build();

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
    }

    @Test
    void without_any_nothing_is_added() throws Exception {
        server.answer(200);

        send();

        RecordedRequest request = server.taken();
        assertThat(request.getHeaders().get("Authorization")).isNull();
        assertThat(request.getHeaders().get("webhook-signature")).startsWith("v1,");
    }

    @Test
    void they_are_sent_as_they_were_set() throws Exception {
        server.answer(200);

        send(new StaticHeader("Authorization", "Basic dTpw"), new StaticHeader("X-Api-Key", "a b"));

        RecordedRequest request = server.taken();
        assertThat(request.getHeaders().values("Authorization")).containsExactly("Basic dTpw");
        assertThat(request.getHeaders().values("X-Api-Key")).containsExactly("a b");
    }

    @Test
    void under_another_master_key_they_fail_their_own_webhook_alone() throws Exception {
        server.answer(200);
        List<StaticHeader> header = List.of(new StaticHeader("X-Api-Key", "s3cret"));
        Endpoint closed = new Endpoint("closed", server.url());
        Endpoint open = new Endpoint("open", server.url());

        delivery.configure(
                AwaitedDelivery.settings(closed, new HeaderSeal(MasterKeys.another()), header),
                AwaitedDelivery.settings(open, seal, header));
        Outcome failed = delivery.send(closed, MESSAGE);
        Outcome accepted = delivery.send(open, MESSAGE);

        assertThat(failed.result()).isEqualTo(Outcome.Result.FAILED);
        assertThat(failed.received()).isFalse();
        assertThat(failed.reason())
                .isEqualTo("its authentication can't be used: not encrypted under this master key, or changed since");
        assertThat(accepted.result()).isEqualTo(Outcome.Result.ACCEPTED);
    }

    private void send(StaticHeader... headers) throws Exception {
        delivery.configure(AwaitedDelivery.settings(endpoint, seal, List.of(headers)));
        assertThat(delivery.send(endpoint, MESSAGE).result()).isEqualTo(Outcome.Result.ACCEPTED);
    }
}
