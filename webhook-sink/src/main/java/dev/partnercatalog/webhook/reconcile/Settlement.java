package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.reconcile.Outgoing.Failures;
import dev.partnercatalog.webhook.reconcile.Outgoing.Part;
import dev.partnercatalog.webhook.state.Acknowledged;
import dev.partnercatalog.webhook.state.Deferred;
import dev.partnercatalog.webhook.state.Deferred.Kind;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the outcome of an attempt means for the records of its message (D26, D37). */
final class Settlement {

    private final ReconcilerContext shared;
    private final Outgoing message;
    private final Feed feed;
    private final long now;

    /** How its record waited before, if it was isolated; null otherwise. */
    private final Deferred.@Nullable Isolated before;

    Settlement(ReconcilerContext shared, Outgoing message, long now) {
        this.shared = shared;
        this.message = message;
        this.feed = message.feed;
        this.now = now;
        Deferred deferred = feed.deferrals.get(message.parts.get(0).variant());
        Deferred.Isolated isolated = deferred == null || message.parts.size() > 1 ? null : deferred.isolated();
        this.before = isolated == null || isolated.endpoint() != endpoint() ? null : isolated;
    }

    void settle(Outcome outcome) {
        Failures failures = message.sending.failures().and(outcome, now);
        if (!outcome.received()) {
            takeBack();
        }
        switch (outcome.result()) {
            case ACCEPTED -> accepted();
            case REFUSED, SUSPECTED -> halve(outcome, failures);
            case REFUSED_AGAIN -> sendOneByOne(outcome, failures);
            case FAILED, STALE, GONE -> {
                if (before != null && outcome.mayBeOfRecord()) {
                    // Its endpoint accepts nothing else either, and decides when it is tried again.
                    isolate(before.tries() + 1, outcome.reason(), now);
                } else if (outcome.received() && before == null) {
                    resend(message.parts, message.sending.lane(), failures, notBefore(outcome));
                } else {
                    sendLater(failures);
                }
            }
        }
    }

    /** The message was never sent, and isn't sent as it is. */
    void withdraw() {
        takeBack();
        sendLater(message.sending.failures());
    }

    /** Surely nothing was sent: what was known of the partner before is still true. */
    private void takeBack() {
        feed.acknowledge(message.partsNotInDoubt(), Part::before);
    }

    private void accepted() {
        feed.acknowledge(message.parts, part -> Acknowledged.accepted(part.content(), endpoint()));
        for (Part part : message.parts) {
            Item item = part.item();
            shared.reports().delivered().reached(item.accepted(), now);
            if (item.ended() && feed.subscriber() != null) {
                feed.deferrals.delete(item.variant);
                feed.recompare(item);
            } else {
                feed.settle(item);
            }
        }
    }

    /** Halves a message that isn't accepted until the record at fault is alone, and lets that one wait by itself. */
    private void halve(Outcome outcome, Failures failures) {
        List<Part> parts = message.parts;
        if (parts.size() == 1) {
            int tries = before == null ? 1 : before.tries() + 1;
            Duration pause = shared.rules().backoff().delay(tries, outcome.retryAfter());
            isolate(tries, outcome.reason(), now + pause.toMillis());
            return;
        }
        int half = parts.size() / 2;
        resend(parts.subList(0, half), Lane.PROBE, failures, notBefore(outcome));
        resend(parts.subList(half, parts.size()), Lane.PROBE, failures, notBefore(outcome));
    }

    /** So many parts were refused that halving this one too would take too long: its records are tried one by one. */
    private void sendOneByOne(Outcome outcome, Failures failures) {
        if (message.parts.size() == 1) {
            halve(outcome, failures);
        } else if (feed.hasMostIsolated()) {
            resend(message.parts, Lane.PROBE, failures.later(), notBefore(outcome));
        } else {
            isolate(1, outcome.reason(), now);
        }
    }

    private void sendLater(Failures failures) {
        if (before != null) {
            isolate(Math.max(1, before.tries()), before.outcome(), now);
        } else if (message.sending.lane() == Lane.PROBE) {
            // A suspect that keeps changing goes behind the others.
            resend(message.parts, Lane.PROBE, message.isOutdated() ? failures.later() : failures, now);
        } else {
            Map<Boolean, List<Part>> byChange =
                    message.parts.stream().collect(Collectors.partitioningBy(part -> part.item().changed));
            // A variant that keeps changing must not hold up those that came with it.
            resend(Objects.requireNonNull(byChange.get(false)), Lane.MAIN, failures, now);
            resend(Objects.requireNonNull(byChange.get(true)), Lane.MAIN, failures, now);
        }
    }

    /** @param notBefore in milliseconds since 1970 */
    private void resend(List<Part> parts, Lane lane, Failures failures, long notBefore) {
        parts.forEach(Settlement::notAccepted);
        if (feed.subscriber() == null) {
            parts.forEach(part -> feed.settle(part.item()));
        } else if (!parts.isEmpty()) {
            feed.resend(lane, new Repeats.Repeat(parts, endpoint(), message.sending.time(), failures, notBefore));
        }
    }

    private static void notAccepted(Part part) {
        var unused = part.item().ended();
        part.item().notAccepted(part.forced());
    }

    /** After as long as the endpoint has asked for: that holds a message and its halves even if others go on (D37). */
    private long notBefore(Outcome outcome) {
        Duration asked = outcome.retryAfter();
        return asked == null
                ? now
                : now + shared.rules().backoff().delay(1, asked).toMillis();
    }

    private long endpoint() {
        return message.subscriber.endpointVersion();
    }

    /** The records of the message are sent alone from then on; at once if they have changed meanwhile. */
    private void isolate(int tries, String outcome, long retryAt) {
        Subscriber subscriber = feed.subscriber();
        boolean isHere = subscriber != null && subscriber.endpointVersion() == endpoint();
        for (Part part : message.parts) {
            Item item = part.item();
            if (isHere) {
                long notBefore = item.ended() ? now : retryAt;
                long since = before == null ? now : before.since();
                Deferred.Isolated isolated = new Deferred.Isolated(
                        tries, notBefore, since, part.content(), endpoint(), message.sending.time(), outcome);
                feed.defer(item, Kind.ISOLATED, isolated);
                feed.checkAt(notBefore);
            } else {
                notAccepted(part);
                if (subscriber == null) {
                    feed.settle(item);
                } else {
                    // That another endpoint didn't accept it says nothing about this one.
                    feed.recompare(item);
                }
            }
        }
    }
}
