package dev.partnercatalog.cli.listen;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookSigningException;
import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.output.OperatorFault;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListenCommandTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SECRET = secret(1);
    private static final String MESSAGE =
            "{\"type\":\"variants.changed\",\"timestamp\":\"2026-01-01T00:00:00.000Z\",\"data\":{\"variants\":["
                    + "{\"barcode\":\"4001\",\"companyId\":7,\"locationId\":70,\"name\":\"Blue \\u001b[31mDream\","
                    + "\"thc\":{\"avg\":\"19.2\",\"max\":\"\",\"min\":\"\"},\"cannabisUnitOfMeasure\":\"%\"}],"
                    + "\"removed\":[{\"companyId\":7,\"locationId\":70,\"barcode\":\"4002\"}]}}";
    private static final Pattern URL = Pattern.compile("listening at (\\S+),");

    private final HttpClient http = HttpClient.newHttpClient();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CountDownLatch ready = new CountDownLatch(1);
    private final List<Runnable> stops = new ArrayList<>();
    private @Nullable FutureTask<CommandRun> running;

    @TempDir
    private Path folder = Path.of("");

    @AfterEach
    void stop() throws Exception {
        stops.forEach(Runnable::run);
        if (running != null) {
            running.get(1, TimeUnit.MINUTES);
        }
    }

    private static String secret(int fill) {
        byte[] key = new byte[24];
        key[0] = (byte) fill;
        return "whsec_" + Base64.getEncoder().encodeToString(key);
    }

    /** Runs the command until it listens. */
    private URI listen(String... arguments) throws InterruptedException {
        ListenCommand command = command(Map.of("CATALOG_WEBHOOK_SECRET", SECRET));
        running = new FutureTask<>(() -> CommandRun.of(command, out, err, arguments));
        new Thread(running, "listen").start();
        assertThat(ready.await(1, TimeUnit.MINUTES)).isTrue();
        Matcher url = URL.matcher(err.toString());
        assertThat(url.find()).isTrue();
        return URI.create(url.group(1));
    }

    private ListenCommand command(Map<String, String> environment) {
        return new ListenCommand(environment::get, stop -> {
            stops.add(stop);
            ready.countDown();
        });
    }

    private @Nullable Exception fault(Map<String, String> environment, String... arguments) {
        return CommandRun.of(command(environment), arguments).fault();
    }

    private int post(URI url, Map<String, String> headers, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(url).POST(HttpRequest.BodyPublishers.ofString(body, UTF_8));
        headers.forEach(request::header);
        return http.send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    private static Map<String, String> signed(String secret, long time, String body) throws WebhookSigningException {
        try {
            return Map.of(
                    "webhook-id",
                    "msg_1",
                    "webhook-timestamp",
                    Long.toString(time),
                    "webhook-signature",
                    new Webhook(secret).sign("msg_1", time, body));
        } catch (EmptyWebhookSecretException e) {
            throw new AssertionError(e);
        }
    }

    private static long now() {
        return Instant.now().getEpochSecond();
    }

    @Test
    void a_verified_message_is_answered_with_2xx_and_printed_so_that_it_cannot_steer_the_terminal() throws Exception {
        URI url = listen("--port=0");

        assertThat(url.getHost()).isEqualTo("127.0.0.1");
        assertThat(post(url, signed(SECRET, now(), MESSAGE), MESSAGE)).isEqualTo(204);
        assertThat(out.toString().lines().map(line -> line.replaceFirst("^\\d\\d:\\d\\d:\\d\\d", "TIME")))
                .containsExactly(
                        "TIME  signature verified: 1 changed, 1 removed",
                        "    company 7, location 70, 4001: Blue \\u001b[31mDream, THC 19.2 %",
                        "    removed: company 7, location 70, 4002");
    }

    @Test
    void json_prints_the_message_on_a_line_and_nothing_else() throws Exception {
        URI url = listen("--port=0", "--json");

        post(url, signed(SECRET, now(), MESSAGE), MESSAGE);
        String ping = "{\"type\": \"webhook.ping\", \"data\": {\"number\": 1e-7, \"of\": 1.0}}";
        post(url, signed(SECRET, now(), ping), ping);

        assertThat(out.toString().lines()).containsExactly(MESSAGE, ping);
    }

    @Test
    void json_that_says_more_to_a_terminal_or_stands_on_several_lines_is_printed_as_one_line_that_says_the_same()
            throws Exception {
        URI url = listen("--port=0", "--json");
        String body = "{\r\n\t\"a\": \"\u009b2J \u202e \\u001b \ud83d\ude00\"\n}\n";

        assertThat(post(url, signed(SECRET, now(), body), body)).isEqualTo(204);

        assertThat(out.toString().lines()).containsExactly("{   \"a\": \"\\u009b2J \\u202e \\u001b \ud83d\ude00\" } ");
        assertThat(JSON.readTree(out.toString())).isEqualTo(JSON.readTree(body));
        for (String more : List.of("{} {}", "\ufeff{}", "{}\u001b[2J")) {
            assertThat(post(url, signed(SECRET, now(), more), more)).isEqualTo(400);
        }
        assertThat(out.toString().lines()).hasSize(1);
    }

    @Test
    void what_is_wrong_with_an_unverified_request_is_told_clearly() throws Exception {
        URI url = listen("--port=0");

        Map<String, String> unsigned = new TreeMap<>(signed(SECRET, now(), MESSAGE));
        unsigned.remove("webhook-signature");
        assertThat(post(url, unsigned, MESSAGE)).isEqualTo(401);
        assertThat(err.toString()).contains("it can't be verified: Missing required headers");

        assertThat(post(url, signed(secret(2), now(), MESSAGE), MESSAGE)).isEqualTo(401);
        assertThat(err.toString()).contains("No matching signature found");

        assertThat(post(url, signed(SECRET, now() - 600, MESSAGE), MESSAGE)).isEqualTo(401);
        assertThat(err.toString()).contains("Message timestamp too old");

        assertThat(post(url, signed(SECRET, now(), "{"), "{")).isEqualTo(400);
        assertThat(err.toString()).contains("its body is not JSON");

        HttpRequest get = HttpRequest.newBuilder(url).build();
        assertThat(http.send(get, BodyHandlers.discarding()).statusCode()).isEqualTo(405);
        assertThat(err.toString()).contains("it is a GET");

        String large = " ".repeat(WebhookReceiver.MAX_BODY_BYTES + 1);
        assertThat(post(url, signed(SECRET, now(), large), large)).isEqualTo(413);
        assertThat(err.toString()).contains("larger than 16777216 bytes");

        assertThat(out.toString()).isEmpty();
        assertThat(post(url, signed(SECRET, now(), MESSAGE), MESSAGE)).isEqualTo(204);
    }

    @Test
    void another_status_can_be_tried() throws Exception {
        URI url = listen("--port=0", "--status=503");

        assertThat(post(url, signed(SECRET, now(), MESSAGE), MESSAGE)).isEqualTo(503);
        assertThat(out.toString()).contains("signature verified");
    }

    @Test
    void the_secret_can_be_in_a_file_which_wins() throws Exception {
        Path file = Files.writeString(folder.resolve("secret"), secret(2) + "\n");
        URI url = listen("--port=0", "--secret-file=" + file);

        assertThat(post(url, signed(secret(2), now(), MESSAGE), MESSAGE)).isEqualTo(204);
        assertThat(post(url, signed(SECRET, now(), MESSAGE), MESSAGE)).isEqualTo(401);
    }

    @Test
    void a_missing_or_ill_formed_secret_is_told_without_showing_it() {
        assertThat(fault(Map.of())).isInstanceOf(OperatorFault.class).hasMessageContaining("$CATALOG_WEBHOOK_SECRET");
        for (String secret : List.of("hunter2", "whsec_A", "whsec_AAA=A", "whsec_====", "whsec_" + "A".repeat(600))) {
            assertThat(fault(Map.of("CATALOG_WEBHOOK_SECRET", secret)))
                    .isInstanceOf(OperatorFault.class)
                    .hasMessageContaining("is invalid")
                    .hasMessageNotContaining(secret);
        }
        assertThat(fault(Map.of(), "--secret-file=" + folder.resolve("none")))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("can't read");
    }

    @Test
    void a_port_that_is_taken_is_told() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(fault(Map.of("CATALOG_WEBHOOK_SECRET", SECRET), "--port=" + taken.getLocalPort()))
                    .isInstanceOf(OperatorFault.class)
                    .hasMessageContaining("is in use");
        }
    }
}
