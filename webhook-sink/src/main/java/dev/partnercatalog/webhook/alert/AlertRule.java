package dev.partnercatalog.webhook.alert;

import dev.partnercatalog.records.AlertType;
import dev.partnercatalog.records.WebhookAlert;
import dev.partnercatalog.webhook.delivery.EndpointState;
import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides which alert is due, from the state of an endpoint, the last recorded alert, and the time; it keeps no other
 * state. Each alert of an outage is sent once, in order. A more severe alert replaces a lesser one that was not sent
 * yet. The end of an outage is reported if anything else about it was. Immutable.
 *
 * @param thresholds when trouble is worth an alert
 */
record AlertRule(AlertThresholds thresholds) {

    /**
     * Two instances that fail at the same moment both note the time, and the later note wins. Times farther apart than
     * this belong to two outages.
     */
    private static final Duration SAME_MOMENT = Duration.ofMinutes(1);

    /** What to do about a partner's endpoint. */
    sealed interface Due {

        /** There is nothing to send. */
        record Nothing() implements Due {}

        /** The recorded alert is over: its recovery was sent, or nobody ever received it. */
        record Forget() implements Due {}

        /** A new alert, to be recorded before it is sent. */
        record Tell(WebhookAlert alert) implements Due {}

        /** The recorded alert still has to be sent. */
        record Send() implements Due {}
    }

    /**
     * Decides what is due.
     *
     * @param state null if nothing is sent to the partner: the partner or its webhook is disabled or was removed,
     *     or the partner has no client yet
     * @param last the last recorded alert, null if there is none
     * @param unheard whether it is certain that no attempt to send {@code last} has reached anyone
     */
    Due due(
            String partnerId,
            @Nullable EndpointState state,
            @Nullable WebhookAlert last,
            boolean unheard,
            Instant now) {
        if (last != null && last.getType() == AlertType.RECOVERED) {
            return last.getTold() ? new Due.Forget() : new Due.Send();
        }
        if (state == null || state.status() == Status.HEALTHY) {
            return over(partnerId, state, last, unheard, now);
        }
        AlertType type = Condition.of(state, thresholds, now).alert();
        if (last == null) {
            return type == null ? new Due.Nothing() : begun(partnerId, type, state, false, now);
        }
        boolean heard = last.getEarlier() || !unheard;
        if (!isSameOutage(state, last)) {
            // The recovery was not delivered, so the beginning of the new outage replaces it.
            return type == null ? new Due.Nothing() : begun(partnerId, type, state, heard, now);
        }
        if (type != null && type.compareTo(last.getType()) > 0) {
            return new Due.Tell(alert(partnerId, type, state, last.getOutage(), last.getHeld(), heard, now));
        }
        return last.getTold() ? new Due.Nothing() : new Due.Send();
    }

    private static Due over(
            String partnerId,
            @Nullable EndpointState state,
            @Nullable WebhookAlert last,
            boolean unheard,
            Instant now) {
        if (last == null) {
            return new Due.Nothing();
        }
        if (unheard && !last.getEarlier()) {
            return new Due.Forget();
        }
        return new Due.Tell(alert(partnerId, AlertType.RECOVERED, state, last.getOutage(), last.getHeld(), true, now));
    }

    private static Due begun(String partnerId, AlertType type, EndpointState state, boolean earlier, Instant now) {
        Instant failingSince = state.held() ? null : state.failingSince();
        long outage = (failingSince == null ? now : failingSince).toEpochMilli();
        return new Due.Tell(alert(partnerId, type, state, outage, state.held(), earlier, now));
    }

    private static boolean isSameOutage(EndpointState state, WebhookAlert last) {
        if (state.held() || last.getHeld()) {
            return state.held() == last.getHeld();
        }
        if (state.status() == Status.BACKING_OFF && last.getType() == AlertType.SUSPENDED) {
            return false; // A suspension ends only with a success.
        }
        Instant failingSince = state.failingSince();
        return failingSince == null
                || !failingSince.isAfter(Instant.ofEpochMilli(last.getOutage()).plus(SAME_MOMENT));
    }

    private static WebhookAlert alert(
            String partnerId,
            AlertType type,
            @Nullable EndpointState state,
            long outage,
            boolean held,
            boolean earlier,
            Instant now) {
        return WebhookAlert.newBuilder()
                .setPartnerId(partnerId)
                .setType(type)
                .setOutage(outage)
                .setHeld(held)
                .setCreatedAt(now.toEpochMilli())
                .setWebhookId(AlertMessage.id(partnerId, type, outage))
                .setBody(AlertMessage.body(type, partnerId, state, held ? null : Instant.ofEpochMilli(outage), now))
                .setTold(false)
                .setEarlier(earlier)
                .build();
    }
}
