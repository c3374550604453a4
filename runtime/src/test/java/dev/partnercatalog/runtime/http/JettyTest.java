package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.MinimumDataRateHandler;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;

/** What the server itself doesn't do as its documentation says. If this fails, code of this package can go. */
class JettyTest {

    private static final long BYTES_PER_SECOND = 32 << 10;
    private static final int BODY = 1 << 20;
    private static final String POST = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ";

    /** Reads a body as it comes. */
    private static final class Reads extends Handler.Abstract {

        private final CountDownLatch begun;

        Reads(CountDownLatch begun) {
            this.begun = begun;
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            begun.countDown();
            try (var body = Request.asInputStream(request)) {
                body.readAllBytes();
            }
            callback.succeeded();
            return true;
        }
    }

    /** As long as it does, {@link SlowClients} is needed. */
    @Test
    void its_minimum_data_rate_lets_a_slow_sender_through_while_another_is_fast() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Server server = new Server();
        try (ServerConnector connector = new ServerConnector(server)) {
            connector.setHost("127.0.0.1");
            server.addConnector(connector);
            server.setHandler(new MinimumDataRateHandler(new Reads(begun), BYTES_PER_SECOND, 0));
            server.start();
            URI address = URI.create("http://127.0.0.1:" + connector.getLocalPort());
            try (Socket slow = RawClient.open(address, POST + "10\r\n\r\nx")) {
                assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
                RawClient.send(address, POST + BODY + "\r\n\r\n" + "x".repeat(BODY));
                for (int i = 1; i < 10; i++) {
                    slow.setSoTimeout(200);
                    assertThatThrownBy(slow.getInputStream()::read).isInstanceOf(SocketTimeoutException.class);
                    slow.getOutputStream().write('x');
                }
                slow.setSoTimeout(10_000);
                assertThat(RawClient.read(slow).status()).isEqualTo(200);
            }
        } finally {
            server.stop();
        }
    }
}
