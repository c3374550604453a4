package dev.partnercatalog.runtime.http;

import io.javalin.http.Handler;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;

/** Measures how long the requests of one address take, by route and status. Thread-safe. */
public final class RequestMeters {

    private record Measured(String route, int status) {}

    /** Of a request for which there is no operation. */
    private static final String NO_ROUTE = "none";

    private static final String ROUTE = RequestMeters.class.getName();

    private final MeterRegistry registry;
    private final String address;
    private final ConcurrentMap<Measured, Timer> timers = new ConcurrentHashMap<>();

    /** @param address which of an application's addresses this is, such as {@code api} */
    public RequestMeters(MeterRegistry registry, String address) {
        this.registry = registry;
        this.address = address;
    }

    /** Measures a request from now until the last byte of its response. */
    void measure(Request request, Response response) {
        long began = System.nanoTime();
        Request.addCompletionListener(
                request,
                failure -> timer(new Measured(
                                Objects.requireNonNullElse(request.getAttribute(ROUTE), NO_ROUTE)
                                        .toString(),
                                response.getStatus()))
                        .record(System.nanoTime() - began, TimeUnit.NANOSECONDS));
    }

    /** Notes the route that answers a request, as a path with the names of its parameters. */
    static Handler noting(String route, Handler handler) {
        return context -> {
            context.attribute(ROUTE, route);
            handler.handle(context);
        };
    }

    private Timer timer(Measured measured) {
        return timers.computeIfAbsent(
                measured,
                labels -> Timer.builder("catalog.api.requests")
                        .description("How long requests took.")
                        .tag("address", address)
                        .tag("route", labels.route())
                        .tag("status", String.valueOf(labels.status()))
                        .serviceLevelObjectives(
                                Duration.ofMillis(5),
                                Duration.ofMillis(25),
                                Duration.ofMillis(100),
                                Duration.ofMillis(500),
                                Duration.ofSeconds(2))
                        .register(registry));
    }
}
