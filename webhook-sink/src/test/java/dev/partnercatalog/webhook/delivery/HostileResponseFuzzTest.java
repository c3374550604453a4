package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Outcome.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Random responses, most of them broken: each attempt ends, in time, and no place is lost.
 *
 * <p>{@code -Dcatalog.fuzz.seconds=3600} runs for an hour; {@code -Dcatalog.seed} repeats a run.
 */
class HostileResponseFuzzTest {

    private static final Duration LENGTH = Duration.ofSeconds(Long.getLong("catalog.fuzz.seconds", 5));
    private static final Duration TIMEOUT = Duration.ofMillis(300);
    private static final int AT_ONCE = 16;
    private static final int LONG = 20_000;

    private static final String[] STATUSES = ("HTTP/1.1 200 OK|HTTP/1.1 204 No Content|HTTP/1.1 205 Reset|HTTP/1.0 201|"
                    + "HTTP/1.1 299 \u00e9\u0000|HTTP/1.1 101 Switching Protocols|HTTP/1.1 103 Early Hints|"
                    + "HTTP/1.1 302 Found|HTTP/1.1 407 x|HTTP/1.1 408 x|HTTP/1.1 422 x|HTTP/1.1 429 x|"
                    + "HTTP/1.1 503 x|HTTP/1.1 999 x|HTTP/1.1 -10 x|HTTP/1.1 2|HTTP/2 200|ICY 200 OK|")
            .split("\\|", -1);

    private static final String[] NAMES =
            ("Content-Length|Content-Length|Transfer-Encoding|Retry-After|Connection|Content-Encoding|"
                            + "Content-Type|Location|Set-Cookie|WWW-Authenticate|X\u00e9|")
                    .split("\\|", -1);

    private static final String[] VALUES =
            ("-7|0|2|1000000|-9223372036854775808|9223372036854775807|99999999999999999999|1, 2|"
                            + "chunked|gzip, chunked|close|upgrade|Wed, 21 Oct 2015 07:28:00 GMT|"
                            + "\u00e9\u0000\u0001\u00ff|")
                    .split("\\|", -1);

    private static final String[] BODIES = ("ok|2\r\nok\r\n0\r\n\r\n|-1\r\n|ffffffffffffffff\r\nx|7fffffffffffffff\r\n|"
                    + "0\r\nno trailer|zz\r\n|")
            .split("\\|", -1);

    private final Random random;
    private final RawEndpoint server = new RawEndpoint("");
    private final AwaitedDelivery delivery = new AwaitedDelivery(TIMEOUT);

    HostileResponseFuzzTest() {
        long seed = Long.getLong("catalog.seed", System.nanoTime());
        System.out.println("HostileResponseFuzzTest: -Dcatalog.seed=" + seed);
        random = new Random(seed);
    }

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
    }

    @Test
    void each_attempt_ends_and_all_places_are_free_again() throws Exception {
        Set<Result> seen = EnumSet.noneOf(Result.class);
        long end = System.nanoTime() + LENGTH.toNanos();
        Set<Result> expected = EnumSet.of(Result.ACCEPTED, Result.REFUSED, Result.FAILED);
        for (int round = 0; System.nanoTime() < end || !seen.containsAll(expected); round++) {
            seen.addAll(attempts(round));
        }
    }

    private Set<Result> attempts(int round) throws Exception {
        byte[] response = response();
        boolean hangs = random.nextInt(20) == 0;
        boolean slow = random.nextInt(20) == 0;
        server.answer(to -> write(to, response, hangs, slow));
        Endpoint[] hostile = IntStream.range(0, AT_ONCE)
                .mapToObj(i -> new Endpoint("hostile-" + round + "-" + i, server.url()))
                .toArray(Endpoint[]::new);
        delivery.use(hostile);
        List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
        for (Endpoint endpoint : hostile) {
            CompletableFuture<Outcome> outcome = new CompletableFuture<>();
            requireNonNull(delivery.tryAcquire(endpoint)).send(MESSAGE, outcome::complete);
            outcomes.add(outcome);
        }
        String shown = new String(response, 0, Math.min(response.length, 300), ISO_8859_1);
        Set<Result> seen = EnumSet.noneOf(Result.class);
        for (CompletableFuture<Outcome> outcome : outcomes) {
            seen.add(outcome.get(20, TimeUnit.SECONDS).result());
        }
        assertThat(delivery.endpoints().inFlight()).as(shown).isZero();
        server.answer(to -> write(to, "HTTP/1.1 200 OK\r\n\r\n".getBytes(ISO_8859_1), false, false));
        assertThat(delivery.post(new Endpoint("fine-" + round, server.url().replace("127.0.0.1", "localhost")), MESSAGE)
                        .result())
                .as(shown)
                .isEqualTo(Result.ACCEPTED);
        return seen;
    }

    private static void write(OutputStream to, byte[] response, boolean hangs, boolean slow) throws IOException {
        int half = response.length / 2;
        to.write(response, 0, half);
        to.flush();
        if (slow) {
            try {
                TimeUnit.MILLISECONDS.sleep(TIMEOUT.toMillis() / 2); // this endpoint is meant to be slow
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        to.write(response, half, response.length - half);
        if (!hangs) {
            to.close();
        }
    }

    private byte[] response() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(10) == 0 ? random.nextInt(200) : 0; i > 0; i--) {
            text.append("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n");
        }
        text.append(any(STATUSES)).append(random.nextInt(10) == 0 ? "\n" : "\r\n");
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(any(NAMES)).append(random.nextInt(10) == 0 ? "" : ": ").append(any(VALUES));
            if (random.nextInt(50) == 0) {
                text.append("x".repeat(random.nextInt(20) * LONG));
            }
            text.append("\r\n");
        }
        text.append("\r\n").append(any(BODIES));
        byte[] bytes = text.toString().getBytes(ISO_8859_1);
        for (int i = random.nextInt(4) == 0 ? random.nextInt(5) : 0; i > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return random.nextInt(5) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
    }

    private String any(String... of) {
        return of[random.nextInt(of.length)];
    }
}
