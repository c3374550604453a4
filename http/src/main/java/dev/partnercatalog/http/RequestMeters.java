package dev.partnercatalog.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** How long the requests of one address took, by their status. Thread-safe. */
public final class RequestMeters {

    private final MeterRegistry registry;
    private final String address;
    private final ConcurrentMap<Integer, Timer> timers = new ConcurrentHashMap<>();

    /**
     * Measures nothing yet.
     *
     * @param registry where the timers go
     * @param address which of an application's addresses it is, such as {@code api}
     */
    public RequestMeters(MeterRegistry registry, String address) {
        this.registry = registry;
        this.address = address;
    }

    /** Measures a request from now until its last byte was answered. */
    void measure(Request request, Response response) {
        long began = System.nanoTime();
        Request.addCompletionListener(
                request,
                failure -> timer(response.getStatus()).record(System.nanoTime() - began, TimeUnit.NANOSECONDS));
    }

    private Timer timer(int status) {
        return timers.computeIfAbsent(
                status,
                code -> Timer.builder("catalog.api.requests")
                        .description("How long requests took.")
                        .tag("address", address)
                        .tag("status", String.valueOf(code))
                        .serviceLevelObjectives(
                                Duration.ofMillis(5),
                                Duration.ofMillis(25),
                                Duration.ofMillis(100),
                                Duration.ofMillis(500),
                                Duration.ofSeconds(2))
                        .register(registry));
    }
}
