package dev.partnercatalog.webhook.delivery;

import static org.awaitility.Awaitility.await;

import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookExchange;
import dev.partnercatalog.runtime.secret.HeaderSeal;
import dev.partnercatalog.runtime.secret.StaticHeader;
import dev.partnercatalog.webhook.message.Message;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** What a delivery records of its exchanges with a partner's server, whose URL contains a secret. */
final class RecordedExchanges implements AttemptLog, AutoCloseable {

    static final List<ResyncScope> VARIANTS = List.of(new ResyncScope(7L, 70L, "b"));

    private final HeaderSeal seal = new HeaderSeal(MasterKeys.another());
    private final List<WebhookExchange> exchanges = new CopyOnWriteArrayList<>();
    private final Endpoint endpoint;

    /** How far the clock is ahead. */
    volatile Duration ahead = Duration.ZERO;

    private final AwaitedDelivery delivery = new AwaitedDelivery.Builder()
            .masterKey(seal.masterKey())
            .log(this)
            .clock(() -> Instant.now().plus(ahead))
            .build();

    RecordedExchanges(PartnerServer server) {
        this.endpoint = new Endpoint("p", server.url("/my-hook/0123456789abcdef?token=t0ken&flag"));
    }

    @Override
    public void add(WebhookAttempt attempt) {}

    @Override
    public void add(WebhookExchange exchange) {
        exchanges.add(exchange);
    }

    List<WebhookExchange> all() {
        return exchanges;
    }

    /** Sends a message, and returns what was recorded of it. */
    WebhookExchange exchange(List<StaticHeader> headers, String body) throws Exception {
        int before = exchanges.size();
        send(headers, body);
        await().until(() -> exchanges.size() > before);
        return exchanges.get(before);
    }

    Outcome send(List<StaticHeader> headers, String body) throws Exception {
        return send(headers, body, () -> true);
    }

    Outcome send(List<StaticHeader> headers, String body, BooleanSupplier ours) throws Exception {
        delivery.configure(AwaitedDelivery.settings(endpoint, seal, headers));
        Message message = new Message(
                "msg_1",
                body.getBytes(StandardCharsets.UTF_8),
                Message.Contents.changes(1, 0).with(VARIANTS));
        // Unlike any other priority, a ping goes through whatever the endpoint answered before.
        return delivery.send(endpoint, Priority.PING, message, ours);
    }

    @Override
    public void close() {
        delivery.close();
    }
}
