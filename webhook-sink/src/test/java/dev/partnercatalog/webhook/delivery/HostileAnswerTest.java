package dev.partnercatalog.webhook.delivery;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.webhook.delivery.Outcome.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Endpoints whose responses try to cost the sender time or memory: an attempt is bounded in both. */
class HostileAnswerTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final byte[] BODY = new byte[20_000];

    private final RawEndpoint server = new RawEndpoint("");
    private final AwaitedDelivery delivery = new AwaitedDelivery(TIMEOUT);

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
    }

    static Stream<Arguments> answersWithoutEnd() {
        String chunk = "1000\r\n" + "z".repeat(0x1000) + "\r\n";
        return Stream.of(
                Arguments.of(Result.FAILED, "", "x".repeat(1_000)),
                Arguments.of(Result.FAILED, "HTTP/1.1 ", "x".repeat(1_000)),
                Arguments.of(Result.FAILED, "HTTP/1.1 200 OK\r\nX: ", "x".repeat(1_000)),
                Arguments.of(Result.FAILED, "HTTP/1.1 200 OK\r\n", "X: y\r\n".repeat(1_000)),
                Arguments.of(Result.FAILED, "", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"),
                Arguments.of(Result.ACCEPTED, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", chunk));
    }

    @ParameterizedTest
    @MethodSource("answersWithoutEnd")
    void an_answer_without_end_is_a_failure_unless_its_head_has_one(Result result, String beginning, String more)
            throws Exception {
        byte[] again = more.getBytes(US_ASCII);
        server.answer(to -> {
            to.write(beginning.getBytes(US_ASCII));
            while (true) {
                to.write(again);
            }
        });

        assertThat(post().result()).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource({"FAILED, X: ", "ACCEPTED, 'Content-Length: 10000\r\n\r\n'"})
    void what_trickles_in_is_not_waited_for_and_a_failure_unless_the_head_is_there(Result result, String rest)
            throws Exception {
        server.answer(to -> {
            to.write(("HTTP/1.1 200 OK\r\n" + rest).getBytes(US_ASCII));
            trickle(to, "y".repeat(10_000));
        });

        assertThat(post().result()).isEqualTo(result);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 abc\r\n\r\n", "\0\0\0\0\r\n\r\n", "HTTP/1.1 -1 x\r\n\r\n"})
    void what_is_no_http_is_a_failure(String answer) throws Exception {
        server.answer(to -> to.write(answer.getBytes(US_ASCII)));

        assertFailed(AttemptFault.NOT_HTTP);
    }

    @Test
    void an_endpoint_that_closes_the_connection_instead_of_a_response_is_a_failure() throws Exception {
        server.answer(OutputStream::close);
        assertFailed(AttemptFault.CLOSED);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 400_000})
    void a_success_whose_head_is_too_long_to_be_read_is_named(int length) throws Exception {
        String header = "X: " + "y".repeat(length) + "\r\n";
        server.answer(to -> to.write(("HTTP/1.1 200 OK\r\n" + header.repeat(400_000 / length)).getBytes(US_ASCII)));

        assertFailed(AttemptFault.HEAD_CUT_OFF);
    }

    private void assertFailed(AttemptFault fault) throws Exception {
        Outcome outcome = post();
        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.reason()).isEqualTo("no answer: " + fault.text());
    }

    @Test
    @DisplayName(
            "D26: a kept connection that was closed meanwhile is not a failure of its endpoint; the next attempt is")
    void a_kept_connection_that_was_closed_meanwhile_is_no_failure() throws Exception {
        AtomicInteger answers = new AtomicInteger(2);
        server.answer(to -> {
            if (answers.getAndDecrement() > 0) {
                to.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII));
            }
            to.close();
        });

        assertThat(post().result()).isEqualTo(Result.ACCEPTED);
        await().until(() -> server.ended() == 1);
        assertThat(post().result()).isEqualTo(Result.STALE);
        assertThat(server.connections()).isEqualTo(1);
        assertThat(post().result()).isEqualTo(Result.ACCEPTED);
        await().until(() -> server.ended() == 2);
        assertThat(post().result()).isEqualTo(Result.STALE);
        assertThat(post().result()).isEqualTo(Result.FAILED);
        assertThat(server.connections()).isEqualTo(3);
        assertThat(delivery.endpoints().states().get(0).health().getFailures()).isEqualTo(1);
    }

    @Test
    void a_ping_makes_a_connection_of_its_own_so_that_it_tells_of_the_endpoint() throws Exception {
        server.answer(to -> {
            to.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII));
            to.close();
        });

        for (int i = 1; i <= 10; i++) {
            assertThat(post(Message.Contents.ping(i)).result()).isEqualTo(Result.ACCEPTED);
            assertThat(server.connections()).isEqualTo(i);
        }
    }

    private static void trickle(OutputStream to, String text) throws IOException {
        for (byte one : text.getBytes(US_ASCII)) {
            to.write(one);
            to.flush();
            try {
                TimeUnit.MILLISECONDS.sleep(20); // this endpoint is meant to be slow
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    private Outcome post() throws Exception {
        return post(Message.Contents.changes(1, 0));
    }

    private Outcome post(Message.Contents contents) throws Exception {
        Endpoint endpoint = new Endpoint("p", server.url());
        // The test gives up on an outcome long before such answers end.
        return delivery.post(endpoint, new Message("msg_1", BODY, contents));
    }
}
