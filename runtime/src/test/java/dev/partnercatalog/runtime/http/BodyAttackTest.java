package dev.partnercatalog.runtime.http;

import static dev.partnercatalog.runtime.http.RawClient.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What anyone can do to a server with a request and its body. */
@ResourceLock(ServerUnderAttack.ONE_ATTACK)
@Order(1)
class BodyAttackTest {

    private static final String HOST = "Host: localhost\r\n";
    private static final String ECHO = "POST /echo HTTP/1.1\r\n" + HOST;

    private final HttpServer server = start(64);
    private final ServerUnderAttack attack = new ServerUnderAttack(server.address(), "/echo", "/small");

    private static HttpServer start(int requestsAtOnce) {
        return HttpServer.bind("127.0.0.1", 0)
                .serve(
                        new HttpLimits(requestsAtOnce, 1_000),
                        Map.of(),
                        new ErrorBody(),
                        new Routes()
                                .get("/small", context -> context.result("{}"))
                                .post("/echo", context -> context.result(RequestBody.bytes(context, 1_000_000)))
                                .post("/json", context -> context.result(RequestBody.json(context, 1_000_000)))
                                .post("/private", context -> {
                                    throw HttpProblem.of(ErrorCode.UNAUTHENTICATED, "nobody", "don't");
                                }));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource("dev.partnercatalog.runtime.http.ServerUnderAttack#ambiguousRequests")
    void ambiguous_requests_are_refused(String request) throws IOException {
        attack.assertRefused(request);
    }

    @ParameterizedTest
    @MethodSource("chunks")
    void a_body_in_chunks_whose_lines_end_in_a_bare_LF_is_refused(String chunks) throws IOException {
        RawClient.Response response = RawClient.send(
                server.address(), ECHO + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks);
        assertThat(response.status()).isEqualTo(400);
    }

    static List<String> chunks() {
        return List.of(
                "1\nx\r\n0\r\n\r\n",
                "1\r\nx\n0\r\n\r\n",
                "1\r\nx\r\n0\n\r\n",
                "1\r\nx\r\n0\r\n\n",
                "1;a\nb\r\nx\r\n0\r\n\r\n");
    }

    @Test
    void a_large_body_refused_for_its_size_path_or_sender_is_not_awaited() throws Exception {
        String large = HOST + "Content-Length: 16777216\r\n";
        List<Callable<Boolean>> senders = List.of(
                sender(413, "POST /echo HTTP/1.1\r\n" + large),
                sender(404, "POST /nothing HTTP/1.1\r\n" + large),
                sender(405, "PUT /echo HTTP/1.1\r\n" + large),
                sender(200, "GET /small HTTP/1.1\r\n" + large),
                sender(401, "POST /private HTTP/1.1\r\n" + large));
        // A few at once: each continues sending until it is closed, after two seconds.
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            for (Future<Boolean> sent : pool.invokeAll(senders)) {
                assertThat(sent.get()).isTrue();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private Callable<Boolean> sender(int status, String head) {
        return () -> {
            attack.assertRefusedUnread(status, head);
            return true;
        };
    }

    @Test
    void D20_a_large_refused_body_gets_its_response_although_it_is_sent_to_its_end() throws IOException {
        try (Socket socket = open(server.address(), ECHO + "Content-Length: 8388608\r\n\r\n")) {
            socket.getOutputStream().write(new byte[8 << 20]);
            RawClient.Response response = RawClient.read(socket);
            assertThat(response.status()).isEqualTo(413);
            assertThat(response.headers()).containsEntry("connection", "close");
        }
    }

    @Test
    void senders_that_leave_while_their_bodies_are_awaited_take_nobody_s_slot() throws Exception {
        try (HttpServer few = start(4)) {
            for (int i = 0; i < 500; i++) {
                for (String type : List.of("application/json", "text/plain")) {
                    open(
                                    few.address(),
                                    "POST /json HTTP/1.1\r\n" + HOST + "Content-Type: " + type
                                            + "\r\nContent-Length: 100\r\n\r\nx")
                            .close();
                }
            }
            await().untilAsserted(() -> {
                for (int i = 0; i < 20; i++) {
                    assertThat(small(few)).isEqualTo(200);
                }
            });
        }
    }

    /** The status of the response; 0 if the server closed the connection. */
    private static int small(HttpServer at) throws IOException {
        try {
            return RawClient.send(at.address(), "GET /small HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n")
                    .status();
        } catch (SocketException e) {
            return 0;
        }
    }

    /** Bytes that arrive one by one must not cost a buffer each. */
    @Test
    void a_body_that_arrives_byte_by_byte_takes_no_more_memory_than_its_size() throws Exception {
        try (Socket socket = open(server.address(), ECHO + "Content-Length: 5000\r\nConnection: close\r\n\r\n")) {
            socket.setTcpNoDelay(true);
            long before = usedMemory();
            for (int i = 0; i < 4_000; i++) {
                socket.getOutputStream().write('x');
            }
            assertThat(usedMemory() - before).isLessThan(16 << 20);
        }
    }

    private static long usedMemory() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
