package dev.partnercatalog.runtime.internal;

import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.Listener;
import dev.partnercatalog.runtime.http.ProbeServer;
import dev.partnercatalog.runtime.http.ProbeServer.Reply;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** An application's internal address: {@value #METRICS_PATH} and the probes. Thread-safe. */
public final class InternalServer implements AutoCloseable {

    /**
     * 200 while this instance does its whole share of the work, otherwise 503: a rolling restart continues once it is
     * 200.
     */
    public static final String READY_PATH = "/internal/ready";

    /** 503 if only a restart would help. */
    public static final String LIVE_PATH = "/internal/live";

    public static final String METRICS_PATH = "/metrics";

    /** The content type of {@value #METRICS_PATH}. */
    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final int SCRAPES_AT_ONCE = 4;
    private static final int MAX_CONNECTIONS = 1_024;

    /** Those who probe and scrape are near. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final HttpLimits LIMITS = new HttpLimits(SCRAPES_AT_ONCE, MAX_CONNECTIONS, PATIENCE);

    private final URI address;
    private final ProbeServer server;

    private InternalServer(URI address, ProbeServer server) {
        this.address = address;
        this.server = server;
    }

    /**
     * Starts serving.
     *
     * @param port 0 for a free one
     * @param metrics in Prometheus' text format
     * @throws UncheckedIOException if the port is not available; the message names it
     */
    public static InternalServer start(
            String host, int port, BooleanSupplier ready, BooleanSupplier live, Supplier<String> metrics) {
        Listener listener = Listener.bind(host, port);
        ProbeServer server = ProbeServer.start(
                listener,
                LIMITS,
                Map.of(
                        READY_PATH, () -> Reply.of(ready.getAsBoolean() ? 200 : 503),
                        LIVE_PATH, () -> Reply.of(live.getAsBoolean() ? 200 : 503)),
                Map.of(
                        METRICS_PATH,
                        () -> new Reply(200, METRICS_TYPE, metrics.get().getBytes(StandardCharsets.UTF_8))));
        return new InternalServer(listener.address(), server);
    }

    /** {@code http://host:port} */
    public URI address() {
        return address;
    }

    @Override
    public void close() {
        server.close();
    }
}
