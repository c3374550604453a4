package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverloadTest {

    private static final int CONCURRENT = 2;
    private static final int WAITING = 4 * CONCURRENT;
    private static final int CONNECTIONS = 40;
    private static final String HOST = "Host: localhost\r\nConnection: close\r\n";

    private final Semaphore started = new Semaphore(0);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final HttpServer server = HttpServer.bind("127.0.0.1", 0)
            .serve(
                    new HttpLimits(CONCURRENT, CONNECTIONS),
                    Map.of("Access-Control-Allow-Origin", "*"),
                    new ErrorBody(),
                    routes());
    private final ExecutorService callers = Executors.newCachedThreadPool();

    private Routes routes() {
        return new Routes()
                .getAlways("/health", context -> context.result("{}"))
                .get("/quick", context -> context.result("{}"))
                .get("/slow", context -> {
                    started.release();
                    assertThat(mayEnd.await(3, TimeUnit.MINUTES)).isTrue();
                    context.result("{}");
                })
                .post("/echo", context -> context.result(RequestBody.bytes(context, 100_000)));
    }

    @AfterEach
    void close() {
        mayEnd.countDown();
        callers.shutdown();
        server.close();
    }

    @Test
    void D20_excess_requests_are_answered_503_while_health_and_requests_in_progress_go_on() throws Exception {
        List<Future<RawClient.Response>> all = call(CONCURRENT + WAITING + 5, () -> get("/slow"));
        assertThat(started.tryAcquire(CONCURRENT, 1, TimeUnit.MINUTES)).isTrue();
        List<RawClient.Response> shed = new ArrayList<>();
        assertThat(get("/health").status()).isEqualTo(200);
        // All except those in progress: at once, or after having waited in vain.
        while (shed.size() < WAITING + 5) {
            for (Future<RawClient.Response> answer : all) {
                if (answer.isDone() && !shed.contains(answer.get())) {
                    shed.add(answer.get());
                }
            }
            assertThat(get("/health").status()).isEqualTo(200);
        }
        assertThat(shed).allSatisfy(response -> {
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.body()).contains("\"CATALOG_UNAVAILABLE\"", "is overloaded");
            assertThat(response.headers()).containsEntry("retry-after", "1").containsKey("x-request-id");
        });
        mayEnd.countDown();
        int answered = 0;
        for (Future<RawClient.Response> answer : all) {
            answered += answer.get(1, TimeUnit.MINUTES).status() == 200 ? 1 : 0;
        }
        assertThat(answered).isEqualTo(CONCURRENT);
        assertThat(get("/slow").status()).as("afterwards").isEqualTo(200);
    }

    @Test
    void a_short_crowd_waits_and_is_answered() throws Exception {
        List<Future<RawClient.Response>> all = call(CONCURRENT + WAITING / 2, () -> get("/slow"));
        assertThat(started.tryAcquire(CONCURRENT, 1, TimeUnit.MINUTES)).isTrue();
        mayEnd.countDown();
        for (Future<RawClient.Response> answer : all) {
            assertThat(answer.get(1, TimeUnit.MINUTES).status()).isEqualTo(200);
        }
    }

    @Test
    void D20_a_caller_that_floods_leaves_slots_and_places_to_wait_to_others() throws Exception {
        int slots = RequestSlots.MOST_OF_CALLER + 2;
        try (HttpServer other = HttpServer.bind("127.0.0.1", 0)) {
            other.serve(new HttpLimits(slots, 1_000), Map.of(), new ErrorBody(), routes());
            List<Future<RawClient.Response>> flood = call(5 * slots, () -> get(other, "/slow", "flooding"));
            assertThat(started.tryAcquire(RequestSlots.MOST_OF_CALLER, 1, TimeUnit.MINUTES))
                    .isTrue();
            await().untilAsserted(
                            () -> assertThat(flood).filteredOn(Future::isDone).isNotEmpty());
            assertThat(get(other, "/quick", "modest").status()).isEqualTo(200);
            assertThat(started.tryAcquire()).as("another").isFalse();
            mayEnd.countDown();
            for (Future<RawClient.Response> answer : flood) {
                assertThat(answer.get(1, TimeUnit.MINUTES).status()).isIn(200, 503);
            }
            assertThat(get(other, "/slow", "flooding").status())
                    .as("afterwards")
                    .isEqualTo(200);
        }
    }

    @Test
    void senders_of_slow_bodies_hold_up_nobody() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS / 2; i++) {
                slow.add(open("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 10\r\n\r\n{"));
            }
            mayEnd.countDown();
            assertThat(get("/slow").status()).isEqualTo(200);
            for (Socket socket : slow) {
                socket.getOutputStream().write("123456789".getBytes(StandardCharsets.US_ASCII));
                assertThat(RawClient.read(socket).body()).isEqualTo("{123456789");
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private <T> List<Future<T>> call(int times, Callable<T> call) {
        List<Future<T>> calls = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            calls.add(callers.submit(call));
        }
        return calls;
    }

    private RawClient.Response get(String path) throws IOException {
        return RawClient.send(server.address(), "GET " + path + " HTTP/1.1\r\n" + HOST + "\r\n");
    }

    private static RawClient.Response get(HttpServer at, String path, String authorization) throws IOException {
        return RawClient.send(
                at.address(), "GET " + path + " HTTP/1.1\r\n" + HOST + "Authorization: " + authorization + "\r\n\r\n");
    }

    private Socket open(String beginning) throws IOException {
        return RawClient.open(server.address(), beginning);
    }
}
