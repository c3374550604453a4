package dev.partnercatalog.webhook.alert;

import dev.partnercatalog.records.WebhookAlert;
import dev.partnercatalog.runtime.configuration.WebhookHold;
import dev.partnercatalog.webhook.alert.AlertRule.Due;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.EndpointRecords;
import dev.partnercatalog.webhook.delivery.EndpointState;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.message.Message;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the operator due alerts, one after the other, each at least once. An alert is recorded before the first attempt
 * to send it, and again once it was accepted, so that another instance or the next start continues from there; a
 * repetition has the same id and body. At most one alert about each partner waits. After a failed attempt there is a
 * pause, as with partners' messages, and then the alert with the fewest attempts is tried. Not thread-safe.
 */
public final class EndpointAlerts {

    private static final Logger LOG = LoggerFactory.getLogger(EndpointAlerts.class);

    /** The last alert about a partner, kept while this process is responsible for the partner's alerts. */
    private static final class Known {

        private final @Nullable WebhookAlert alert;
        private volatile boolean written;
        private boolean unheard;
        private int attempts;

        /** @param unheard whether it is certain that nobody has received it yet */
        Known(@Nullable WebhookAlert alert, boolean written, boolean unheard) {
            this.alert = alert;
            this.written = written;
            this.unheard = unheard;
        }
    }

    private final AlertRule rule;
    private final EndpointRecords<WebhookAlert> recorded;
    private final Function<Message, Outcome> webhook;
    private final Backoff backoff;
    private final AlertReport report;
    private final InstantSource clock;
    private final Map<String, Known> known = new HashMap<>();

    private int failures;
    private Instant pausedUntil = Instant.MIN;

    /** @param webhook makes one attempt, and waits for it to end */
    public EndpointAlerts(
            AlertThresholds thresholds,
            EndpointRecords<WebhookAlert> recorded,
            Function<Message, Outcome> webhook,
            Backoff backoff,
            AlertReport report,
            InstantSource clock) {
        this.rule = new AlertRule(thresholds);
        this.recorded = recorded;
        this.webhook = webhook;
        this.backoff = backoff;
        this.report = report;
        this.clock = clock;
    }

    /**
     * Records what has become due, and sends what is recorded, until nothing is left or an attempt fails.
     *
     * @param ours whether this process sends a partner's alerts, which is true in one process at a time
     * @param states the states of all endpoints in use
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if alerts can't be read yet
     */
    public void look(Predicate<String> ours, Collection<EndpointState> states) {
        known.keySet().removeIf(ours.negate());
        Map<String, EndpointState> inUse = states.stream()
                .filter(state -> ours.test(state.partnerId()))
                // Its endpoint has no problem.
                .filter(state -> state.hold() != WebhookHold.NO_CLIENT)
                .collect(Collectors.toMap(EndpointState::partnerId, Function.identity()));
        TreeSet<String> partners = new TreeSet<>(inUse.keySet());
        recorded.partnerIds().stream().filter(ours).forEach(partners::add);
        partners.addAll(known.keySet());
        List<Known> pending = new ArrayList<>();
        for (String partnerId : partners) {
            if (decide(partnerId, inUse.get(partnerId))) {
                pending.add(Objects.requireNonNull(known.get(partnerId)));
            }
        }
        report.pending(pending.size());
        pending.removeIf(alert -> !alert.written);
        pending.sort(Comparator.comparingInt(alert -> alert.attempts));
        int left = pending.size();
        for (Known next : pending) {
            if (clock.instant().isBefore(pausedUntil) || !send(next)) {
                return;
            }
            report.pending(--left);
        }
    }

    /** Returns whether there is an alert to send. */
    private boolean decide(String partnerId, @Nullable EndpointState state) {
        Known last = known.get(partnerId);
        if (last == null) {
            // Nobody knows whether an alert that another process recorded, or this one before its restart, was
            // received.
            last = new Known(recorded.of(partnerId), true, false);
        }
        Due due = rule.due(partnerId, state, last.alert, last.unheard, clock.instant());
        if (due instanceof Due.Forget) {
            recorded.forget(partnerId);
            known.put(partnerId, new Known(null, true, true));
        } else if (due instanceof Due.Tell tell) {
            Known next = new Known(tell.alert(), false, true);
            known.put(partnerId, next);
            recorded.publish(partnerId, tell.alert(), () -> next.written = true);
        } else if (due instanceof Due.Send) {
            known.put(partnerId, last);
        } else if (last.alert == null && recorded.of(partnerId) == null) {
            known.remove(partnerId);
        }
        return due instanceof Due.Tell || due instanceof Due.Send;
    }

    /** Returns whether it was accepted. */
    private boolean send(Known next) {
        WebhookAlert alert = Objects.requireNonNull(next.alert);
        String name = AlertMessage.name(alert.getType());
        next.attempts++;
        Outcome outcome = webhook.apply(AlertMessage.of(alert));
        next.unheard &= !outcome.received();
        boolean accepted = outcome.result() == Outcome.Result.ACCEPTED;
        report.attempted(alert.getType(), accepted);
        if (accepted) {
            LOG.info("sent the operator alert {} about partner {}", name, alert.getPartnerId());
            failures = 0;
            WebhookAlert done = accepted(alert);
            known.put(alert.getPartnerId(), new Known(done, true, false));
            recorded.publish(done.getPartnerId(), done, () -> {});
        } else {
            failures++;
            pausedUntil = clock.instant().plus(backoff.delay(failures, outcome.retryAfter()));
            LOG.warn(
                    "could not send the operator alert {} about partner {}; it will be retried: {}",
                    name,
                    alert.getPartnerId(),
                    outcome.reason());
        }
        return accepted;
    }

    private static WebhookAlert accepted(WebhookAlert alert) {
        return new WebhookAlert(
                alert.getPartnerId(),
                alert.getType(),
                alert.getOutage(),
                alert.getHeld(),
                alert.getCreatedAt(),
                alert.getWebhookId(),
                alert.getBody(),
                true,
                alert.getEarlier());
    }
}
