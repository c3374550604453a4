package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.webhook.delivery.Outcome.Result;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import okhttp3.Dispatcher;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Attempts that the HTTP client loses. */
class LostAttemptTest {

    private final RawEndpoint server = new RawEndpoint("HTTP/1.1 200 OK\r\n\r\n");

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void an_attempt_without_a_thread_is_a_failure() throws Exception {
        try (AwaitedDelivery full = withThreads(task -> {
                    throw new OutOfMemoryError("unable to create native thread");
                })
                .build()) {
            Outcome outcome = full.post(new Endpoint("p", server.url()), MESSAGE);

            assertThat(outcome.reason()).contains("an unexpected fault of the sender");
            assertThat(full.endpoints().inFlight()).isZero();
        }
    }

    @Test
    void an_attempt_that_never_ends_is_given_up_counted_and_reported_once() throws Exception {
        Queue<Runnable> lost = new ConcurrentLinkedQueue<>();
        AtomicInteger givenUp = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        AttemptLog log = new AttemptLog() {
            @Override
            public void add(WebhookAttempt attempt) {
                told.incrementAndGet();
            }

            @Override
            public void givenUp() {
                givenUp.incrementAndGet();
            }
        };
        try (AwaitedDelivery losing =
                withThreads(lost::add).overdue(Duration.ofMillis(100)).log(log).build()) {
            Outcome outcome = losing.post(new Endpoint("p", server.url()), MESSAGE);

            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.received()).isTrue();
            assertThat(outcome.reason()).contains("given up");
            assertThat(givenUp).hasValue(1);
            assertThat(losing.endpoints().inFlight()).isZero();

            lost.forEach(Runnable::run);
            assertThat(told).hasValue(1);
            assertThat(losing.endpoints().inFlight()).isZero();
        }
    }

    /** A delivery whose attempts run as the test wants. */
    private static AwaitedDelivery.Builder withThreads(Consumer<Runnable> threads) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>()) {
            @Override
            public void execute(Runnable task) {
                threads.accept(task);
            }
        };
        return new AwaitedDelivery.Builder()
                .client(client ->
                        client.newBuilder().dispatcher(new Dispatcher(executor)).build());
    }
}
