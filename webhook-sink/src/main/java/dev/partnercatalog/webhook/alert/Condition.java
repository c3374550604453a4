package dev.partnercatalog.webhook.alert;

import dev.partnercatalog.records.AlertType;
import dev.partnercatalog.webhook.delivery.EndpointState;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The condition of an endpoint from an operator's point of view, in order of severity. */
public enum Condition {
    HEALTHY(null),
    /** It fails, but not long enough for an alert. */
    BACKING_OFF(null),
    FAILING(AlertType.FAILING),
    SUSPENSION_NEAR(AlertType.SUSPENSION_NEAR),
    /** Suspended, automatically or by an operator. */
    SUSPENDED(AlertType.SUSPENDED);

    private final @Nullable AlertType alert;

    Condition(@Nullable AlertType alert) {
        this.alert = alert;
    }

    /** The alert to send for it, null for none. */
    @Nullable
    AlertType alert() {
        return alert;
    }

    /** Its name in metrics. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the condition of an endpoint in use, from its state and the time. */
    public static Condition of(EndpointState state, AlertThresholds thresholds, Instant now) {
        return switch (state.status()) {
            case HEALTHY -> HEALTHY;
            case SUSPENDED -> SUSPENDED;
            case BACKING_OFF -> failing(state, thresholds, now);
        };
    }

    private static Condition failing(EndpointState state, AlertThresholds thresholds, Instant now) {
        Instant since = state.failingSince();
        if (since == null || state.failingFor(now).compareTo(thresholds.failingAfter()) < 0) {
            return BACKING_OFF;
        }
        Instant suspendsAt = state.suspendsAt();
        Instant near = suspendsAt == null ? Instant.MAX : suspendsAt.minus(thresholds.suspensionWithin());
        return since.plus(state.failingFor(now)).isBefore(near) ? FAILING : SUSPENSION_NEAR;
    }
}
