package dev.partnercatalog.runtime.http;

import static dev.partnercatalog.runtime.http.AttackedServers.HOST;
import static dev.partnercatalog.runtime.http.AttackedServers.request;
import static dev.partnercatalog.runtime.http.RawClient.open;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What anyone can do to either kind of server. */
@ResourceLock(AttackedServers.ONE_ATTACK)
@Order(1)
class AttackTest {

    private final AttackedServers servers = new AttackedServers();

    @AfterEach
    void close() {
        servers.close();
    }

    @ParameterizedTest
    @EnumSource
    void requests_and_probes_are_answered_while_connections_without_requests_are_held(
            ServerUnderAttack.Beginning beginning) throws IOException {
        servers.apiUnderAttack().assertAnswersWhileHeldBy(beginning);
        servers.probesUnderAttack().assertAnswersWhileHeldBy(beginning);
    }

    @ParameterizedTest
    @MethodSource("dev.partnercatalog.runtime.http.ServerUnderAttack#ambiguousRequests")
    void ambiguous_requests_are_refused(String request) throws IOException {
        servers.apiUnderAttack().assertRefused(request);
        servers.probesUnderAttack().assertRefused(request);
    }

    @Test
    void a_response_that_nobody_reads_holds_nothing_for_long_and_no_probe_up() throws Exception {
        List<Socket> unread = new ArrayList<>();
        try {
            for (int i = 0; i < 40; i++) {
                unread.add(open(servers.api(), "GET /large HTTP/1.1\r\n" + HOST + "\r\n"));
                unread.add(open(servers.probes(), "GET /metrics HTTP/1.1\r\n" + HOST + "\r\n"));
            }
            assertThat(request(servers.probes(), "GET /live HTTP/1.1\r\n")).isEqualTo(200);
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(request(servers.api(), "GET /small HTTP/1.1\r\n"))
                            .isEqualTo(200));
        } finally {
            AttackedServers.closeAll(unread);
        }
    }

    @Test
    void a_pipeline_of_probes_whose_responses_nobody_reads_holds_up_no_other_request() throws Exception {
        byte[] many = ("GET /live HTTP/1.1\r\n" + HOST + "\r\n").repeat(10_000).getBytes(US_ASCII);
        List<Socket> unread = new ArrayList<>();
        List<Thread> senders = new ArrayList<>();
        try {
            for (int i = 0; i < 40; i++) {
                Socket socket = open(servers.probes(), "");
                unread.add(socket);
                Thread sender = new Thread(() -> sendForEver(socket, many));
                sender.start();
                senders.add(sender);
            }
            for (int i = 0; i < 50; i++) {
                assertThat(request(servers.probes(), "GET /live HTTP/1.1\r\n")).isEqualTo(200);
            }
        } finally {
            AttackedServers.closeAll(unread);
            for (Thread sender : senders) {
                sender.join();
            }
        }
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
}
