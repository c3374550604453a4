package dev.partnercatalog.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What anyone can do to either kind of server. */
class AttackTest {

    private static final int CONNECTIONS = 1_000;
    private static final int SLOW = 50;
    private static final byte[] LARGE = new byte[32 << 20];
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final String HOST = "Host: localhost\r\n";

    private final Listener listener = Listener.bind("127.0.0.1", 0);
    private final HttpServer server = HttpServer.start(
            listener,
            new HttpLimits(64, CONNECTIONS, PATIENCE),
            Map.of(),
            new ErrorBody(),
            new Routes()
                    .get("/small", context -> context.result("{}"))
                    .get("/large", context -> context.res().getOutputStream().write(LARGE))
                    .post("/echo", context -> context.result(RequestBody.bytes(context, 1_000_000)))
                    .post("/private", context -> {
                        throw HttpProblem.of(ErrorCode.UNAUTHENTICATED, "nobody", "don't");
                    })
                    .awaitBodies(1_000_000, authorization -> !authorization.contains("Bearer bad")));
    private final Listener probeListener = Listener.bind("127.0.0.1", 0);
    private final ProbeServer probes = ProbeServer.start(
            probeListener,
            new HttpLimits(64, CONNECTIONS, PATIENCE),
            new ProbeRoutes()
                    .getAlways("/live", () -> Reply.of(200))
                    .get("/metrics", () -> new Reply(200, "text/plain", LARGE)));

    private final ServerUnderAttack attack = new ServerUnderAttack(listener.address(), "/echo", "/small");
    private final ServerUnderAttack probeAttack = new ServerUnderAttack(probeListener.address(), "/metrics", "/live");

    @AfterEach
    void close() {
        probes.close();
        server.close();
    }

    @EnabledIfSystemProperty(named = "catalog.floods", matches = "true")
    @ParameterizedTest
    @EnumSource
    void requests_are_answered_while_connections_without_requests_are_opened_endlessly(
            ServerUnderAttack.Beginning beginning) throws Exception {
        attack.assertAnswersDuringFloodOf(beginning);
    }

    @EnabledIfSystemProperty(named = "catalog.floods", matches = "true")
    @ParameterizedTest
    @EnumSource(names = {"HALF_A_BODY", "HALF_A_CHUNK"})
    void requests_are_answered_during_and_after_a_flood_of_partial_bodies_that_are_refused_unread(
            ServerUnderAttack.Beginning beginning) throws Exception {
        ServerUnderAttack refused = new ServerUnderAttack(listener.address(), "/private", "/small");
        refused.assertAnswersDuringFloodOf(beginning);
        refused.assertAnswersWhileHeldBy(beginning);
    }

    @ParameterizedTest
    @EnumSource
    void probes_are_answered_while_connections_without_requests_are_opened_endlessly(
            ServerUnderAttack.Beginning beginning) throws Exception {
        probeAttack.assertAnswersDuringFloodOf(beginning);
    }

    @ParameterizedTest
    @EnumSource
    void requests_and_probes_are_answered_while_connections_without_requests_are_held(
            ServerUnderAttack.Beginning beginning) throws IOException {
        attack.assertAnswersWhileHeldBy(beginning);
        probeAttack.assertAnswersWhileHeldBy(beginning);
    }

    @ParameterizedTest
    @MethodSource("dev.partnercatalog.http.ServerUnderAttack#ambiguousRequests")
    void ambiguous_requests_are_refused(String request) throws IOException {
        attack.assertRefused(request);
        probeAttack.assertRefused(request);
    }

    @ParameterizedTest
    @MethodSource("dev.partnercatalog.http.AttackTest#chunks")
    void a_body_in_chunks_whose_lines_end_in_a_bare_LF_is_refused(String chunks) throws IOException {
        RawClient.Response response = RawClient.send(
                listener.address(),
                "POST /echo HTTP/1.1\r\n" + HOST + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks);
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
    void a_body_refused_for_its_size_path_or_sender_is_not_awaited() throws Exception {
        String large = HOST + "Content-Length: 16777216\r\n";
        String chunked = HOST + "Transfer-Encoding: chunked\r\n";
        List<Callable<Boolean>> senders = new ArrayList<>();
        senders.add(sender(attack, 413, "POST /echo HTTP/1.1\r\n" + large));
        for (String body : List.of(large, chunked, HOST + "Content-Length: 100\r\n")) {
            senders.add(sender(attack, 404, "POST /nothing HTTP/1.1\r\n" + body));
            senders.add(sender(attack, 405, "PUT /echo HTTP/1.1\r\n" + body));
            senders.add(sender(attack, 200, "GET /small HTTP/1.1\r\n" + body));
            senders.add(sender(attack, 401, "POST /private HTTP/1.1\r\n" + body + "Authorization: Bearer bad\r\n"));
            senders.add(sender(probeAttack, 404, "POST /live HTTP/1.1\r\n" + body));
            senders.add(sender(probeAttack, 413, "GET /live HTTP/1.1\r\n" + body));
        }
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

    private static Callable<Boolean> sender(ServerUnderAttack server, int status, String head) {
        return () -> {
            server.assertRefusedUnread(status, head);
            return true;
        };
    }

    @Test
    void a_large_refused_body_gets_its_response_although_it_is_sent_to_its_end() throws IOException {
        try (Socket socket = open("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 8388608\r\n\r\n")) {
            socket.getOutputStream().write(new byte[8 << 20]);
            RawClient.Response response = RawClient.read(socket);
            assertThat(response.status()).isEqualTo(413);
            assertThat(response.headers()).containsEntry("connection", "close");
        }
    }

    @Test
    void a_connection_whose_body_drips_is_closed() throws Exception {
        try (Socket socket = open("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 1000\r\n\r\n")) {
            await().pollInterval(Duration.ofMillis(50))
                    .atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThatThrownBy(
                                    () -> socket.getOutputStream().write('x'))
                            .isInstanceOf(SocketException.class));
        }
    }

    @Test
    void dripping_bodies_larger_than_what_is_awaited_without_a_thread_are_ended_too() throws Exception {
        List<Socket> dripping = new ArrayList<>();
        try {
            for (int i = 0; i < SLOW; i++) {
                Socket socket = open("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 900000\r\n\r\n");
                socket.getOutputStream().write(new byte[40_000]);
                dripping.add(socket);
            }
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(request(listener, "GET /small HTTP/1.1\r\n"))
                            .isEqualTo(200));
        } finally {
            for (Socket socket : dripping) {
                socket.close();
            }
        }
    }

    @EnabledIfSystemProperty(named = "catalog.floods", matches = "true")
    @Test
    void a_response_that_nobody_reads_holds_nothing_for_long_and_no_probe_up() throws Exception {
        List<Socket> unread = new ArrayList<>();
        try {
            for (int i = 0; i < 40; i++) {
                unread.add(open("GET /large HTTP/1.1\r\n" + HOST + "\r\n"));
                unread.add(open(probeListener, "GET /metrics HTTP/1.1\r\n" + HOST + "\r\n"));
            }
            assertThat(request(probeListener, "GET /live HTTP/1.1\r\n")).isEqualTo(200);
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(request(listener, "GET /small HTTP/1.1\r\n"))
                            .isEqualTo(200));
        } finally {
            for (Socket socket : unread) {
                socket.close();
            }
        }
    }

    @Test
    void a_pipeline_of_probes_whose_responses_nobody_reads_holds_up_no_other_request() throws Exception {
        byte[] many = ("GET /live HTTP/1.1\r\n" + HOST + "\r\n").repeat(10_000).getBytes(US_ASCII);
        List<Socket> unread = new ArrayList<>();
        List<Thread> senders = new ArrayList<>();
        try {
            for (int i = 0; i < 40; i++) {
                Socket socket = open(probeListener, "");
                unread.add(socket);
                Thread sender = new Thread(() -> sendForEver(socket, many));
                sender.start();
                senders.add(sender);
            }
            for (int i = 0; i < 50; i++) {
                assertThat(request(probeListener, "GET /live HTTP/1.1\r\n")).isEqualTo(200);
            }
        } finally {
            for (Socket socket : unread) {
                socket.close();
            }
            for (Thread sender : senders) {
                sender.join();
            }
        }
    }

    @Test
    void senders_that_leave_while_their_bodies_are_awaited_take_nobody_s_slot() throws Exception {
        Listener small = Listener.bind("127.0.0.1", 0);
        HttpServer few = HttpServer.start(
                small,
                new HttpLimits(4, CONNECTIONS, PATIENCE),
                Map.of(),
                new ErrorBody(),
                new Routes()
                        .get("/small", context -> context.result("{}"))
                        .post("/echo", context -> context.result(RequestBody.json(context, 1_000_000))));
        try {
            for (int i = 0; i < 500; i++) {
                for (String type : List.of("application/json", "text/plain")) {
                    open(
                                    small,
                                    "POST /echo HTTP/1.1\r\n" + HOST + "Content-Type: " + type
                                            + "\r\nContent-Length: 100\r\n\r\nx")
                            .close();
                }
            }
            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(request(small, "GET /small HTTP/1.1\r\n"))
                            .isEqualTo(200));
            for (int i = 0; i < 20; i++) {
                assertThat(request(small, "GET /small HTTP/1.1\r\n")).isEqualTo(200);
            }
        } finally {
            few.close();
        }
    }

    @Test
    void connections_closed_while_their_bodies_are_awaited_take_nobody_s_slot() throws Exception {
        Listener small = Listener.bind("127.0.0.1", 0);
        HttpServer few = HttpServer.start(
                small,
                new HttpLimits(4, CONNECTIONS, PATIENCE),
                Map.of(),
                new ErrorBody(),
                new Routes()
                        .get("/small", context -> context.result("{}"))
                        .post("/echo", context -> context.result(RequestBody.json(context, 1_000_000))));
        List<Socket> held = new ArrayList<>();
        try {
            for (int i = 0; i < 500; i++) {
                String framing =
                        i % 2 == 0 ? "Content-Length: 100\r\n\r\nx" : "Transfer-Encoding: chunked\r\n\r\n100\r\nx";
                held.add(open(small, "POST /echo HTTP/1.1\r\n" + HOST + framing));
            }
            for (Socket socket : held) {
                assertThat(socket.getInputStream().readAllBytes()).isEmpty();
            }
            for (int i = 0; i < 20; i++) {
                assertThat(request(small, "GET /small HTTP/1.1\r\n")).isEqualTo(200);
            }
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
            few.close();
        }
    }

    /** Bytes that arrive one by one must not cost a buffer each. */
    @Test
    void a_body_that_arrives_byte_by_byte_takes_no_more_memory_than_its_size() throws Exception {
        try (Socket socket =
                open("POST /echo HTTP/1.1\r\n" + HOST + "Content-Length: 5000\r\nConnection: close\r\n\r\n")) {
            socket.setTcpNoDelay(true);
            long before = usedMemory();
            for (int i = 0; i < 4_000; i++) {
                socket.getOutputStream().write('x');
            }
            assertThat(usedMemory() - before).isLessThan(16 << 20);
        }
    }

    @EnabledIfSystemProperty(named = "catalog.floods", matches = "true")
    @Test
    void a_network_that_floods_closes_its_own_connections_and_not_those_of_others() throws Exception {
        Set<String> survivors = new TreeSet<>();
        List<Socket> all = new ArrayList<>();
        try {
            for (int i = 2; i < 12; i++) {
                all.add(openFrom("127.0.0." + i));
            }
            for (int i = 0; i < CONNECTIONS + CONNECTIONS / 2; i++) {
                all.add(openFrom("127.0.0.1"));
            }
            for (Socket socket : all.subList(0, 10)) {
                socket.getOutputStream()
                        .write(("GET /live HTTP/1.1\r\nConnection: close\r\n" + HOST + "\r\n").getBytes(US_ASCII));
                assertThat(RawClient.read(socket).status()).isEqualTo(200);
                survivors.add(String.valueOf(socket.getLocalAddress()));
            }
        } finally {
            for (Socket socket : all) {
                socket.close();
            }
        }
        assertThat(survivors).hasSize(10);
    }

    private Socket openFrom(String address) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(address, 0));
        socket.connect(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), probeListener.address().getPort()));
        socket.setSoTimeout(5_000);
        return socket;
    }

    private static long usedMemory() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void sendForEver(Socket socket, byte[] bytes) {
        try {
            while (!socket.isClosed()) {
                socket.getOutputStream().write(bytes);
            }
        } catch (IOException e) {
            assertThat(socket.isConnected()).isTrue();
        }
    }

    private static int request(Listener to, String requestLine) throws IOException {
        try (Socket socket = open(to, requestLine + HOST + "Connection: close\r\n\r\n")) {
            socket.setSoTimeout(2_000);
            return RawClient.read(socket).status();
        } catch (SocketException e) {
            return 0;
        }
    }

    private Socket open(String beginning) throws IOException {
        return open(listener, beginning);
    }

    private static Socket open(Listener to, String beginning) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), to.address().getPort());
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write(beginning.getBytes(US_ASCII));
        return socket;
    }
}
