package dev.partnercatalog.webhook.alert;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.configuration.WebhookHold;
import dev.partnercatalog.webhook.delivery.EndpointState;
import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** How the partners' endpoints do, on a clock that a test moves. */
final class EndpointStates {

    private final Map<String, EndpointState> states = new HashMap<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    static EndpointState healthy(String partnerId, Instant since) {
        return new EndpointState(
                health(partnerId, EndpointStatus.HEALTHY, since)
                        .setLastAccepted(since.toEpochMilli())
                        .build(),
                null,
                0,
                null);
    }

    static EndpointState failing(String partnerId, Instant since, Instant pausedUntil) {
        return new EndpointState(
                health(partnerId, EndpointStatus.BACKING_OFF, since)
                        .setFailures(3)
                        .setFailingSince(since.toEpochMilli())
                        .setBackingOffUntil(pausedUntil.toEpochMilli())
                        .setLastAccepted(since.minusSeconds(60).toEpochMilli())
                        .setLastFailure("failed (status 500)")
                        .setSuspendsAt(since.plus(Duration.ofDays(5)).toEpochMilli())
                        .build(),
                pausedUntil,
                0,
                null);
    }

    /** @param failingSince the first failure, which may be earlier than the one that suspended the endpoint */
    static EndpointState suspended(String partnerId, Instant failingSince, Instant since) {
        return new EndpointState(
                health(partnerId, EndpointStatus.SUSPENDED, since)
                        .setFailures(1)
                        .setFailingSince(failingSince.toEpochMilli())
                        .setSuspension("gone (status 410)")
                        .build(),
                null,
                0,
                null);
    }

    private static WebhookEndpoint.Builder health(String partnerId, EndpointStatus status, Instant since) {
        return WebhookEndpoint.newBuilder()
                .setPartnerId(partnerId)
                .setUrl("https://" + partnerId + ".example/")
                .setUpdatedAt(since.toEpochMilli())
                .setSince(since.toEpochMilli())
                .setStatus(status);
    }

    Instant now() {
        return now;
    }

    Collection<EndpointState> all() {
        return states.values();
    }

    private void put(EndpointState state) {
        states.put(state.partnerId(), state);
    }

    void remove(String partnerId) {
        states.remove(partnerId);
    }

    void fails(String partnerId) {
        put(failing(partnerId, now, now.plusSeconds(60)));
    }

    void failsOnHold(String partnerId, WebhookHold hold) {
        put(failing(partnerId, now, now.plusSeconds(60)).onHold(hold));
    }

    void gone(String partnerId) {
        EndpointState before = states.get(partnerId);
        Instant since = before == null || before.failingSince() == null ? now : before.failingSince();
        put(suspended(partnerId, since, now));
    }

    void accepts(String partnerId) {
        put(healthy(partnerId, now));
    }

    /** Lets time pass during which each failing endpoint keeps failing. */
    void pass(Duration time) {
        now = now.plus(time);
        states.replaceAll((partnerId, state) -> {
            Instant since = state.failingSince();
            return state.status() == Status.BACKING_OFF && since != null
                    ? failing(partnerId, since, now.plusSeconds(60))
                    : state;
        });
    }
}
