package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.delivery.Endpoint;
import dev.partnercatalog.webhook.delivery.Message;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.Partition;
import dev.partnercatalog.webhook.subscription.Subscriber;
import dev.partnercatalog.webhook.subscription.Subscriber.PingRequest;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/**
 * Sends the pings of the partners whose home is this task: those that they request, and those that suspended endpoints
 * have to accept before delivery resumes. Pings are independent of what is due.
 */
final class Pings {

    /** Of the pings that were requested while no instance could send them, the last few are enough. */
    private static final int CATCH_UP = 3;

    private record Answered(Feed feed, long number) {}

    private final ReconcilerContext shared;
    private final Partition partition;
    private final Function<String, Feed> feeds;
    private final FeedCursors cursors;
    private final Map<Feed, MessageDelivery.Attempt> inFlight = new HashMap<>();
    private final Queue<Answered> answers = new ConcurrentLinkedQueue<>();
    private List<PingRequest> requests = List.of();
    private List<Endpoint> resumed = List.of();

    Pings(ReconcilerContext shared, Partition partition, Function<String, Feed> feeds, FeedCursors cursors) {
        this.shared = shared;
        this.partition = partition;
        this.feeds = feeds;
        this.cursors = cursors;
    }

    void adopt(Subscriptions next) {
        requests = next.pings().stream()
                .filter(request -> partition.isHomeOf(request.endpoint().partnerId()))
                .toList();
        resumed = next.all().stream()
                .filter(subscriber -> subscriber.settings().control().getResumes() > 0)
                .filter(subscriber -> partition.isHomeOf(subscriber.partnerId()))
                .map(Subscriber::endpoint)
                .toList();
    }

    void tick(long now) {
        for (Answered answer = answers.poll(); answer != null; answer = answers.poll()) {
            inFlight.remove(answer.feed());
            answer.feed().pinged(answer.number());
        }
        for (PingRequest request : requests) {
            Feed feed = feeds.apply(request.endpoint().partnerId());
            if (request.pings() > feed.pings() && !inFlight.containsKey(feed)) {
                ping(feed, request, now);
            }
        }
        for (Endpoint endpoint : resumed) {
            MessageDelivery.Permit permit = shared.delivery().tryPing(endpoint, true, partition.number());
            if (permit != null) {
                permit.send(Message.ping(endpoint.partnerId(), 0, cursors.time(now)), outcome -> {});
            }
        }
    }

    private void ping(Feed feed, PingRequest request, long now) {
        Endpoint endpoint = request.endpoint();
        long number = Math.max(feed.pings() + 1, request.pings() - CATCH_UP + 1);
        if (request.obstacle() != null) {
            Message message = Message.ping(feed.partnerId, number, cursors.time(now));
            Instant time = Instant.ofEpochMilli(now);
            Outcome outcome = Outcome.unsent(request.obstacle());
            shared.reports().attempts().accept(message.attempt(endpoint, time, time, outcome, ""));
            feed.pinged(number);
            return;
        }
        MessageDelivery.Permit permit = shared.delivery().tryPing(endpoint, false, partition.number());
        if (permit != null) {
            Message message = Message.ping(feed.partnerId, number, cursors.time(now));
            inFlight.put(feed, permit.send(message, outcome -> answers.add(new Answered(feed, number))));
        }
    }

    /** Breaks off what is in flight; the next owner of the partition sends it again. */
    void close() {
        inFlight.values().forEach(MessageDelivery.Attempt::cancel);
        inFlight.clear();
    }
}
