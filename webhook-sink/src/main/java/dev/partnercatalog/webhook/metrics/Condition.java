package dev.partnercatalog.webhook.metrics;

import dev.partnercatalog.webhook.delivery.EndpointState;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** The condition of an endpoint from an operator's point of view, in order of severity. */
enum Condition {
    HEALTHY,
    /** It fails, but not for long. */
    BACKING_OFF,
    FAILING,
    SUSPENSION_NEAR,
    /** Suspended, automatically or by an operator. */
    SUSPENDED;

    private static final Duration FAILING_AFTER = Duration.ofMinutes(15);
    private static final Duration NEAR = Duration.ofDays(1);

    /** Its name in metrics. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the condition of an endpoint in use, from its state and the time. */
    static Condition of(EndpointState state, Instant now) {
        return switch (state.status()) {
            case HEALTHY -> HEALTHY;
            case SUSPENDED -> SUSPENDED;
            case BACKING_OFF -> failing(state, now);
        };
    }

    private static Condition failing(EndpointState state, Instant now) {
        Instant since = state.failingSince();
        if (since == null || state.failingFor(now).compareTo(FAILING_AFTER) < 0) {
            return BACKING_OFF;
        }
        Instant suspendsAt = state.suspendsAt();
        Instant near = suspendsAt == null ? Instant.MAX : suspendsAt.minus(NEAR);
        return since.plus(state.failingFor(now)).isBefore(near) ? FAILING : SUSPENSION_NEAR;
    }
}
