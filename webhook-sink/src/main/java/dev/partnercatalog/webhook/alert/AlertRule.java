package dev.partnercatalog.webhook.alert;

import dev.partnercatalog.records.AlertType;
import dev.partnercatalog.records.WebhookAlert;
import dev.partnercatalog.webhook.delivery.EndpointState;
import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which alert is due, by how an endpoint stands, the alert that was written down last, and the time. It knows no other
 * state. Of one outage each alert is told once, in order, the graver in place of a lesser one that wasn't told yet; its end is
 * told if anything else was. Immutable.
 *
 * @param thresholds from when on trouble is worth an alert
 */
record AlertRule(AlertThresholds thresholds) {

    /**
     * Two instances that fail at the same moment both note when, and the later note holds. Farther apart are two outages.
     */
    private static final Duration SAME_MOMENT = Duration.ofMinutes(1);

    /** What to do about a partner's endpoint. */
    sealed interface Due {

        /** There is nothing to tell. */
        record Nothing() implements Due {}

        /** What was written down is over: it was told to its end, or never heard of. */
        record Forget() implements Due {}

        /** An alert, to be written down before it is sent. */
        record Tell(WebhookAlert alert) implements Due {}

        /** The alert that was written down still has to be told. */
        record Send() implements Due {}
    }

    /**
     * Decides.
     *
     * @param state null where nothing goes to the partner: it or its webhook is disabled or gone
     * @param last the alert that was written down last, null for none
     * @param unheard whether it is certain that no attempt to tell {@code last} has reached anybody
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
            // Its end was told by nobody, so its beginning is told in place of that.
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
            return false; // A suspension ends with a success alone.
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
