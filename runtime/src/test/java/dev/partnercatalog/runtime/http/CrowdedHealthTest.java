package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Whether the service is well is answered however many large requests there are (D22). */
@ResourceLock(ServerUnderAttack.ONE_ATTACK)
class CrowdedHealthTest {

    private static final int CONNECTIONS = 2_000;
    private static final int PLACES = 64;

    /** Only the order of things is tested here, not their time. */
    private static final int SLOW_MACHINE_S = 60;

    /** More than is received before the request is answered, so that half of it is not all that the server waits for. */
    private static final int LARGE = 80 << 10;

    private static final String HEAD = "POST /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Length: " + LARGE + "\r\n\r\n";

    private final Semaphore begun = new Semaphore(0);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final List<Socket> crowd = new ArrayList<>();
    private final HttpServer server = HttpServer.bind("127.0.0.1", 0)
            .serve(
                    new HttpLimits(PLACES, 2 * CONNECTIONS),
                    Map.of(),
                    new ErrorBody(),
                    new Routes()
                            .getAlways("/health", context -> context.result("{}"))
                            .post("/large", context -> {
                                begun.release();
                                RequestBody.bytes(context, LARGE);
                                assertThat(mayEnd.await(2 * SLOW_MACHINE_S, TimeUnit.SECONDS))
                                        .isTrue();
                                context.result("{}");
                            }));

    @AfterEach
    void close() throws IOException {
        mayEnd.countDown();
        for (Socket socket : crowd) {
            socket.close();
        }
        server.close();
    }

    @Test
    void health_is_answered_while_every_place_is_held_and_two_thousand_bodies_are_half_sent() throws Exception {
        join(LARGE / 2);
        awaitAllPlaces();
        assertHealth();
    }

    @Test
    void health_is_answered_while_every_thread_that_answers_works() throws Exception {
        join(LARGE);
        awaitAllPlaces();
        assertHealth();
    }

    private void join(int bytes) throws IOException {
        String beginning = HEAD + "x".repeat(bytes);
        for (int i = 0; i < CONNECTIONS; i++) {
            crowd.add(RawClient.open(server.address(), beginning));
        }
    }

    private void awaitAllPlaces() throws InterruptedException {
        assertThat(begun.tryAcquire(PLACES, SLOW_MACHINE_S, TimeUnit.SECONDS)).isTrue();
    }

    private void assertHealth() throws IOException {
        for (int i = 0; i < 10; i++) {
            try (Socket socket = RawClient.open(
                    server.address(), "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")) {
                socket.setSoTimeout(SLOW_MACHINE_S * 1_000);
                assertThat(RawClient.read(socket).status()).isEqualTo(200);
            }
        }
    }
}
