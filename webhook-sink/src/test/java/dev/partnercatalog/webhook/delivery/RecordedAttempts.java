package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;

import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.runtime.secret.HeaderSeal;
import dev.partnercatalog.runtime.secret.StaticHeader;
import dev.partnercatalog.webhook.message.Message;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What a delivery records of its attempts at a partner's server, whose URL contains a secret. */
final class RecordedAttempts implements AttemptLog, AutoCloseable {

    private final HeaderSeal seal = new HeaderSeal(MasterKeys.another());
    private final List<WebhookAttempt> attempts = new CopyOnWriteArrayList<>();
    private final Endpoint endpoint;

    /** How far the clock is ahead. */
    volatile Duration ahead = Duration.ZERO;

    private final AwaitedDelivery delivery = new AwaitedDelivery.Builder()
            .masterKey(seal.masterKey())
            .log(this)
            .clock(() -> Instant.now().plus(ahead))
            .build();

    RecordedAttempts(PartnerServer server) {
        this.endpoint = new Endpoint("p", server.url("/my-hook/0123456789abcdef?token=t0ken&flag"));
    }

    @Override
    public void add(WebhookAttempt attempt) {
        attempts.add(attempt);
    }

    /** What was recorded of the responses. */
    List<String> responses() {
        return attempts.stream().map(WebhookAttempt::getResponseBody).toList();
    }

    /** Sends a message, and returns what was recorded of the response. */
    String response(List<StaticHeader> headers) throws Exception {
        var unused = send(headers);
        return attempts.get(attempts.size() - 1).getResponseBody();
    }

    Outcome send(List<StaticHeader> headers) throws Exception {
        return send(headers, () -> true);
    }

    /** An attempt is recorded before its outcome is known here. */
    Outcome send(List<StaticHeader> headers, BooleanSupplier ours) throws Exception {
        delivery.configure(AwaitedDelivery.settings(endpoint, seal, headers));
        Message message = new Message("msg_1", "{}".getBytes(StandardCharsets.UTF_8), Message.Contents.changes(1, 0));
        // Unlike anything else, a ping goes through whatever the endpoint answered before.
        CompletableFuture<Outcome> done = new CompletableFuture<>();
        requireNonNull(delivery.http().tryPing(endpoint, false, 0))
                .send(message, new MessageDelivery.Terms(true, null, ours), done::complete);
        return done.get(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        delivery.close();
    }
}
