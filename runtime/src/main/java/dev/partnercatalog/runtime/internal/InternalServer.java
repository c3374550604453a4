package dev.partnercatalog.runtime.internal;

import dev.partnercatalog.runtime.http.ErrorBody;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.Routes;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** An application's internal address: {@value #METRICS_PATH} and the probes. */
public final class InternalServer {

    /** 200 while this instance does its whole share of the work, otherwise 503: a rolling restart waits for it. */
    public static final String READY_PATH = "/internal/ready";

    /** 503 if only a restart would help. */
    public static final String LIVE_PATH = "/internal/live";

    public static final String METRICS_PATH = "/metrics";

    /** The content type of {@value #METRICS_PATH}. */
    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final int SCRAPES_AT_ONCE = 4;
    private static final int MAX_CONNECTIONS = 1_024;

    private static final HttpLimits LIMITS = new HttpLimits(SCRAPES_AT_ONCE, MAX_CONNECTIONS);

    private InternalServer() {}

    /**
     * Starts serving, on any port if it is 0. The application has failed if it has stopped because of a fault of its
     * own; metrics are in Prometheus' text format. Throws {@link UncheckedIOException}, which names the port, if that
     * is taken.
     */
    public static HttpServer start(
            String host, int port, BooleanSupplier ready, BooleanSupplier failed, Supplier<String> metrics) {
        Routes routes = new Routes()
                .getAlways(READY_PATH, context -> context.status(ready.getAsBoolean() ? 200 : 503))
                .getAlways(LIVE_PATH, context -> context.status(failed.getAsBoolean() ? 503 : 200))
                .get(METRICS_PATH, context -> context.result(metrics.get()).contentType(METRICS_TYPE));
        return HttpServer.bind(host, port).serve(LIMITS, Map.of(), new ErrorBody(), routes);
    }
}
