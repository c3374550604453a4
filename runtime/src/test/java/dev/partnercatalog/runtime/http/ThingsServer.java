package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A server of things, some of which fail or wait, and its caller. */
final class ThingsServer implements AutoCloseable {

    /** The headers of every request. */
    static final String HEADERS = "Host: localhost\r\nConnection: close\r\n";

    /** The page to which errors link. */
    static final String HELP = "https://api.example/docs/errors";

    private final CountDownLatch slowStarted = new CountDownLatch(1);
    private final CountDownLatch slowMayEnd = new CountDownLatch(1);
    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final HttpServer server = HttpServer.bind("127.0.0.1", 0, new RequestMeters(meters, "api"))
            .serve(
                    HttpLimits.DEFAULT,
                    Map.of("Access-Control-Allow-Origin", "*"),
                    new ErrorBody().withHelpAt(HELP),
                    routes());

    private Routes routes() {
        return new Routes()
                .get("/things/{id}", context -> context.result("{\"id\":\"" + context.pathParam("id") + "\"}"))
                .post("/things", context -> context.result(RequestBody.json(context, 1_000)))
                .get("/fault", context -> {
                    throw new IllegalStateException("a secret of the inside");
                })
                .get("/error", context -> {
                    throw new StackOverflowError("a secret of the inside");
                })
                .get("/linked", context -> {
                    context.header("Link", "<https://api.example/docs/changelog>; rel=\"deprecation\"");
                    throw HttpProblem.internal();
                })
                .get("/slow", context -> {
                    slowStarted.countDown();
                    assertThat(slowMayEnd.await(3, TimeUnit.MINUTES)).isTrue();
                    context.result("{\"slow\":true}");
                })
                .allowPreflight();
    }

    URI address() {
        return server.address();
    }

    /** What the server measured, as Prometheus reads it. */
    String metrics() {
        return meters.scrape();
    }

    RawClient.Response get(String path) throws IOException {
        return request("GET", path);
    }

    RawClient.Response request(String method, String path, String... headers) throws IOException {
        String lines = Arrays.stream(headers).map(line -> line + "\r\n").collect(Collectors.joining());
        return RawClient.send(address(), method + " " + path + " HTTP/1.1\r\n" + HEADERS + lines + "\r\n");
    }

    /** A connection that would be kept alive, with a request in progress. */
    Socket requestInProgress() throws IOException, InterruptedException {
        Socket socket = RawClient.open(address(), "GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
        awaitSlowRequest();
        return socket;
    }

    /** Returns when a slow request is in progress. */
    void awaitSlowRequest() throws InterruptedException {
        assertThat(slowStarted.await(1, TimeUnit.MINUTES)).isTrue();
    }

    void endSlowRequests() {
        slowMayEnd.countDown();
    }

    /** Returns when the server no longer accepts connections. */
    void awaitRefused() throws IOException {
        InetSocketAddress address = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), address().getPort());
        boolean accepted = true;
        while (accepted) {
            try (Socket socket = new Socket()) {
                socket.connect(address);
            } catch (SocketException e) {
                accepted = false;
            }
        }
    }

    /** Stops the server as its process does: requests in progress may end. */
    void stop() {
        server.close();
    }

    /** Also ends the slow requests. */
    @Override
    public void close() {
        endSlowRequests();
        stop();
    }
}
