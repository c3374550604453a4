package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.jspecify.annotations.Nullable;

/** A partner's server on this machine. It answers as a test tells it to, and remembers what it received. */
final class PartnerServer implements AutoCloseable {

    private final MockWebServer server = new MockWebServer();

    PartnerServer() {
        this(null);
    }

    /** @param tls shows the server's certificate, and asks for one in return; null for plain HTTP */
    PartnerServer(@Nullable SSLSocketFactory tls) {
        try {
            if (tls != null) {
                server.useHttps(tls);
                server.requireClientAuth();
            }
            server.start(InetAddress.getByName("localhost"), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static MockResponse.Builder status(int status) {
        return new MockResponse.Builder().code(status);
    }

    /** Answers the next request with this status. */
    void answer(int status) {
        answer(status(status));
    }

    void answer(MockResponse.Builder response) {
        server.enqueue(response.build());
    }

    /** Answers each request by what it contains. */
    void answer(Dispatcher dispatcher) {
        server.setDispatcher(dispatcher);
    }

    String url() {
        return url("/hook?a=b");
    }

    String url(String target) {
        return server.url(target).toString();
    }

    String host() {
        return server.getHostName();
    }

    int port() {
        return server.getPort();
    }

    int requests() {
        return server.getRequestCount();
    }

    /** The next request that it received. */
    RecordedRequest taken() throws InterruptedException {
        return requireNonNull(server.takeRequest(5, TimeUnit.SECONDS));
    }

    @Override
    public void close() {
        server.close();
    }
}
