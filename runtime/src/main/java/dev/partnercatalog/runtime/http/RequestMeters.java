package dev.partnercatalog.runtime.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** Measures how long the requests of one address take, by status. Thread-safe. */
public final class RequestMeters {

    private final MeterRegistry registry;
    private final String address;
    private final ConcurrentMap<Integer, Timer> timers = new ConcurrentHashMap<>();

    /**
     * Does not measure anything yet.
     *
     * @param registry where the timers are registered
     * @param address which of an application's addresses this is, such as {@code api}
     */
    public RequestMeters(MeterRegistry registry, String address) {
        this.registry = registry;
        this.address = address;
    }

    /** Measures a request from now until the last byte of its response. */
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
