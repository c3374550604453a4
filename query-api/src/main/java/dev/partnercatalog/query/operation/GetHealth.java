package dev.partnercatalog.query.operation;

import dev.partnercatalog.runtime.http.JsonOutput;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.time.Clock;
import java.util.function.Supplier;

/** {@code GET /v1/service/health}, open to everyone (D16, D22). */
public final class GetHealth implements Handler {

    private record Body(HealthStatus status, long timestamp) {}

    private final Supplier<HealthStatus> health;
    private final Clock clock;

    GetHealth(Supplier<HealthStatus> health, Clock clock) {
        this.health = health;
        this.clock = clock;
    }

    @Override
    public void handle(Context context) {
        HealthStatus now = health.get();
        context.status(now == HealthStatus.DOWN ? 503 : 200);
        context.result(JsonOutput.of(new Body(now, clock.millis())));
    }

    /** The health of the service (D22). */
    public enum HealthStatus {
        UP,
        /** It serves, but its data may be old, or a part is down. */
        DEGRADED,
        /** It can't serve. */
        DOWN
    }
}
