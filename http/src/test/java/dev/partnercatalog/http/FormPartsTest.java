package dev.partnercatalog.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FormPartsTest {

    private static final Duration MOST = Duration.ofSeconds(2);
    private static final int LARGE = 32 << 20;

    private static final Listener LISTENER = Listener.bind("127.0.0.1", 0);

    private static HttpServer server;

    @BeforeAll
    static void start() {
        server = HttpServer.start(
                LISTENER,
                HttpLimits.DEFAULT,
                Map.of(),
                new ErrorBody(),
                new Routes()
                        .post("/form", context -> {
                            FormParts parts = FormParts.of(context, Integer.MAX_VALUE, MOST);
                            StringBuilder names = new StringBuilder();
                            for (FormParts.Part part = parts.next(); part != null; part = parts.next()) {
                                names.append(part.name()).append(';');
                            }
                            context.result(names.toString());
                        })
                        .post("/refused", context -> {
                            FormParts.drop(context, MOST);
                            throw HttpProblem.invalid("form", "refused");
                        }));
    }

    @AfterAll
    static void close() {
        server.close();
    }

    private static String head(String path, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: multipart/form-data; boundary=limit\r\nContent-Length: " + length + "\r\n\r\n";
    }

    private static String part(String name, String content) {
        return "--limit\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + content + "\r\n";
    }

    @Test
    void a_form_is_read_part_by_part() throws Exception {
        String form = part("a", "1") + part("b", "x".repeat(100_000)) + "--limit--\r\n";
        assertThat(RawClient.send(LISTENER.address(), head("/form", form.length()) + form)
                        .body())
                .isEqualTo("a;b;");
    }

    /** Sends faster than the slowest body that a server waits for, but would take minutes for all of it. */
    private static void sendUntilAnswered(Socket socket) throws Exception {
        long begun = System.nanoTime();
        while (socket.getInputStream().available() == 0 && System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(15)) {
            socket.getOutputStream().write(new byte[1_000]);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Test
    void a_form_that_never_ends_is_refused_when_its_time_is_over() throws Exception {
        long begun = System.nanoTime();
        try (Socket socket =
                RawClient.open(LISTENER.address(), head("/form", LARGE) + part("a", "1") + "--limit\r\n\r\n")) {
            sendUntilAnswered(socket);
            RawClient.Response response = RawClient.read(socket);
            assertThat(response.status()).isEqualTo(413);
            assertThat(response.body()).contains("not read within 2 seconds");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThanOrEqualTo(MOST);
    }

    @Test
    void whoever_sends_all_of_a_refused_form_first_receives_the_response() throws Exception {
        try (Socket socket = RawClient.open(LISTENER.address(), head("/refused", LARGE))) {
            socket.getOutputStream().write(new byte[LARGE]);
            assertThat(RawClient.read(socket).status()).isEqualTo(400);
        }
    }

    @Test
    void a_refused_form_that_takes_long_is_answered_when_its_time_is_over() throws Exception {
        try (Socket socket = RawClient.open(LISTENER.address(), head("/refused", LARGE))) {
            sendUntilAnswered(socket);
            assertThat(RawClient.read(socket).status()).isEqualTo(400);
        }
    }
}
