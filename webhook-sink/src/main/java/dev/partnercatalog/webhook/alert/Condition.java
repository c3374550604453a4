package dev.partnercatalog.webhook.alert;

import dev.partnercatalog.records.AlertType;
import dev.partnercatalog.webhook.delivery.EndpointState;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How an endpoint does in an operator's eyes, the graver the later. */
public enum Condition {
    HEALTHY(null),
    /** It fails, but not for long yet. */
    BACKING_OFF(null),
    FAILING(AlertType.FAILING),
    SUSPENSION_NEAR(AlertType.SUSPENSION_NEAR),
    /** By itself or by an operator. */
    SUSPENDED(AlertType.SUSPENDED);

    private final @Nullable AlertType alert;

    Condition(@Nullable AlertType alert) {
        this.alert = alert;
    }

    /** What is to be told of it, null for nothing. */
    @Nullable
    AlertType alert() {
        return alert;
    }

    /** As metrics have it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** By the state of an endpoint in use and the time. */
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
