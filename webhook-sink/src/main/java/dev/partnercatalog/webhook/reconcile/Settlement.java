package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.state.Acknowledged;
import dev.partnercatalog.webhook.state.Deferred;
import dev.partnercatalog.webhook.state.Deferred.Kind;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the outcome of an attempt means for the records in it (D26, D37). */
final class Settlement {

    private final SinkState state;
    private final Backoff backoff;
    private final Freshness delivered;

    Settlement(SinkState state, Backoff backoff, Freshness delivered) {
        this.state = state;
        this.backoff = backoff;
        this.delivered = delivered;
    }

    void settle(Feed feed, Outgoing message, Outcome outcome, long now) {
        Outgoing.Failures failures = message.sending.failures().and(outcome, now);
        boolean isolated = message.sending.isolated();
        if (!outcome.received()) {
            takeBack(feed, message);
        }
        switch (outcome.result()) {
            case ACCEPTED -> accepted(feed, message, now);
            case REFUSED, SUSPECTED -> halve(feed, message, outcome, failures, now);
            case REFUSED_AGAIN -> sendOneByOne(feed, message, outcome, failures, now);
            case FAILED, STALE, GONE -> {
                if (isolated && outcome.mayBeOfRecord()) {
                    // Its endpoint accepts nothing else either, and decides when it is tried again.
                    isolate(feed, message, tries(feed, message) + 1, outcome.reason(), now, now);
                } else if (outcome.received() && !isolated) {
                    sendAgain(feed, message, message.parts, message.sending.lane(), failures, notBefore(outcome, now));
                } else {
                    sendLater(feed, message, failures, now);
                }
            }
        }
    }

    /** The message was never sent, and isn't sent as it is. */
    void withdraw(Feed feed, Outgoing message, long now) {
        takeBack(feed, message);
        sendLater(feed, message, message.sending.failures(), now);
    }

    /** Surely nothing was sent: what was known of the partner before is still true. */
    private void takeBack(Feed feed, Outgoing message) {
        Map<ScopedVariant, Acknowledged> before = new LinkedHashMap<>();
        for (Outgoing.Part part : message.parts) {
            if (!part.before().inDoubt()) {
                before.put(part.variant(), part.before());
            }
        }
        if (!before.isEmpty()) {
            state.putAllAcknowledged(feed.partnerId, before);
        }
    }

    private void sendLater(Feed feed, Outgoing message, Outgoing.Failures failures, long now) {
        if (message.sending.isolated()) {
            Deferred.Isolated isolated = isolated(feed, message);
            String outcome = isolated == null ? "" : isolated.outcome();
            isolate(feed, message, Math.max(1, tries(feed, message)), outcome, now, now);
            return;
        }
        if (message.sending.lane() == Lane.PROBE) {
            // A suspect that keeps changing goes behind the others.
            Outgoing.Failures asSuspect = message.isOutdated() ? failures.later() : failures;
            sendAgain(feed, message, message.parts, Lane.PROBE, asSuspect, now);
            return;
        }
        Map<Boolean, List<Outgoing.Part>> byChange =
                message.parts.stream().collect(Collectors.partitioningBy(part -> part.item().changed));
        // A variant that keeps changing must not hold up those that came with it.
        for (boolean changed : new boolean[] {false, true}) {
            List<Outgoing.Part> parts = Objects.requireNonNull(byChange.get(changed));
            sendAgain(feed, message, parts, Lane.MAIN, failures, now);
        }
    }

    /** After as long as the endpoint has asked for: that holds a message and its halves even if others go on (D37). */
    private long notBefore(Outcome outcome, long now) {
        Duration asked = outcome.retryAfter();
        return asked == null ? now : now + backoff.delay(1, asked).toMillis();
    }

    /** @param notBefore in milliseconds since 1970 */
    private static void sendAgain(
            Feed feed,
            Outgoing message,
            List<Outgoing.Part> parts,
            Lane lane,
            Outgoing.Failures failures,
            long notBefore) {
        parts.forEach(Settlement::notAccepted);
        if (feed.subscriber() == null) {
            parts.forEach(part -> feed.settle(part.item()));
        } else if (!parts.isEmpty()) {
            feed.sendAgain(
                    lane,
                    new Repeats.Repeat(
                            parts, message.subscriber.endpointVersion(), message.times.message(), failures, notBefore));
        }
    }

    /** What was due before the message is due again. */
    private static void notAccepted(Outgoing.Part part) {
        Item item = part.item();
        var unused = item.ended();
        item.due = item.due();
        item.sent = null;
        item.forced |= part.forced();
    }

    private void accepted(Feed feed, Outgoing message, long now) {
        Map<ScopedVariant, Acknowledged> acknowledged = new LinkedHashMap<>();
        for (Outgoing.Part part : message.parts) {
            acknowledged.put(part.variant(), part.accepted(message.subscriber.endpointVersion()));
        }
        state.putAllAcknowledged(feed.partnerId, acknowledged);
        for (Outgoing.Part part : message.parts) {
            Item item = part.item();
            delivered.reached(item.sent == null ? PublicationTime.UNKNOWN : item.sent.eventTime(), now);
            item.sent = null;
            if (item.ended() && feed.subscriber() != null) {
                feed.deferrals.delete(item.variant);
                feed.compareAgain(item);
            } else {
                feed.settle(item);
            }
        }
    }

    /** Halves a message that isn't accepted until the record at fault is alone, and lets that one wait by itself. */
    private void halve(Feed feed, Outgoing message, Outcome outcome, Outgoing.Failures failures, long now) {
        List<Outgoing.Part> parts = message.parts;
        if (parts.size() == 1) {
            int tries = tries(feed, message) + 1;
            long retryAt = now + backoff.delay(tries, outcome.retryAfter()).toMillis();
            isolate(feed, message, tries, outcome.reason(), retryAt, now);
            return;
        }
        int half = parts.size() / 2;
        long notBefore = notBefore(outcome, now);
        sendAgain(feed, message, parts.subList(0, half), Lane.PROBE, failures, notBefore);
        sendAgain(feed, message, parts.subList(half, parts.size()), Lane.PROBE, failures, notBefore);
    }

    /** So many parts were refused that halving this one too would take too long: its records are tried one by one. */
    private void sendOneByOne(Feed feed, Outgoing message, Outcome outcome, Outgoing.Failures failures, long now) {
        if (message.parts.size() == 1) {
            halve(feed, message, outcome, failures, now);
        } else if (feed.hasMostIsolated()) {
            sendAgain(feed, message, message.parts, Lane.PROBE, failures.later(), notBefore(outcome, now));
        } else {
            isolate(feed, message, 1, outcome.reason(), now, now);
        }
    }

    private static Deferred.@Nullable Isolated isolated(Feed feed, Outgoing message) {
        Deferred before = feed.deferrals.get(message.parts.get(0).variant());
        return before == null || !message.sending.isolated() ? null : before.isolated();
    }

    private static int tries(Feed feed, Outgoing message) {
        Deferred.Isolated before = isolated(feed, message);
        return before == null ? 0 : before.tries();
    }

    /**
     * The records of a message are sent alone from now on; at once if they have changed meanwhile.
     *
     * @param tries how often it wasn't accepted alone
     * @param outcome of the last attempt
     * @param retryAt when it is tried again, in milliseconds since 1970
     */
    private static void isolate(Feed feed, Outgoing message, int tries, String outcome, long retryAt, long now) {
        Subscriber subscriber = feed.subscriber();
        long endpoint = message.subscriber.endpointVersion();
        if (subscriber == null || subscriber.endpointVersion() != endpoint) {
            // That another endpoint didn't accept them says nothing about this one.
            message.parts.forEach(part -> compareAgain(feed, part));
            return;
        }
        Deferred.Isolated before = isolated(feed, message);
        for (Outgoing.Part part : message.parts) {
            Item item = part.item();
            long notBefore = item.ended() ? now : retryAt;
            feed.defer(
                    item,
                    new Deferred(
                            Kind.ISOLATED,
                            item.due().since(),
                            item.due().eventTime(),
                            new Deferred.Isolated(
                                    tries,
                                    notBefore,
                                    before == null ? now : before.since(),
                                    part.content(),
                                    endpoint,
                                    message.times.message(),
                                    outcome)));
            feed.checkAt(notBefore);
        }
    }

    private static void compareAgain(Feed feed, Outgoing.Part part) {
        notAccepted(part);
        if (feed.subscriber() == null) {
            feed.settle(part.item());
        } else {
            feed.compareAgain(part.item());
        }
    }
}
