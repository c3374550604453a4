package dev.partnercatalog.webhook.delivery;

import static dev.partnercatalog.webhook.delivery.AwaitedDelivery.MESSAGE;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.webhook.delivery.Outcome.Result;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever is thrown while a message is sent, or its response read: the attempt ends, and no place is lost.
 */
class ThrownFaultsTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 6\r\n\r\nthanks";

    private final ThrowingClient throwing = new ThrowingClient();
    private final RawEndpoint server = new RawEndpoint(OK);
    private final AwaitedDelivery delivery = new AwaitedDelivery(setup -> setup.client = throwing::change);

    @AfterEach
    void stop() {
        delivery.close();
        server.close();
    }

    static Stream<Arguments> faultsBeforeTheResponse() {
        return withEachFault("listener applicationBefore dns connectStart socketFactory socketOption socketConnect"
                + " socketInput networkBefore requestHeadersStart");
    }

    static Stream<Arguments> faultsAfterTheHead() {
        return withEachFault("responseHeadersEnd networkAfter applicationAfter bodyRead bodyClose");
    }

    private static Stream<Arguments> withEachFault(String places) {
        List<Supplier<Throwable>> faults = List.of(
                () -> new IllegalArgumentException("s3cret"),
                () -> new LinkageError("s3cret"),
                () -> new StackOverflowError("s3cret"));
        return Stream.of(places.split(" ")).flatMap(place -> faults.stream().map(fault -> Arguments.of(place, fault)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faultsBeforeTheResponse")
    void a_fault_before_the_response_is_a_failure(String place, Supplier<Throwable> fault) throws Exception {
        throwing.throwAt(place, fault);

        Outcome outcome = delivery.post(new Endpoint("p", server.url().replace("127.0.0.1", "localhost")), MESSAGE);

        assertThat(throwing.hasThrownAt(place)).isTrue();
        assertThat(outcome.result()).isEqualTo(Result.FAILED);
        assertThat(outcome.reason())
                .contains("an unexpected fault of the sender")
                .doesNotContain("s3cret");
        assertNothingIsLost();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faultsAfterTheHead")
    void a_fault_after_the_head_of_a_response_changes_nothing(String place, Supplier<Throwable> fault)
            throws Exception {
        server.answer(closing(OK));
        throwing.throwAt(place, fault);

        Outcome outcome = delivery.post(new Endpoint("p", server.url()), MESSAGE);

        assertThat(throwing.hasThrownAt(place)).isTrue();
        assertThat(outcome.result()).isEqualTo(Result.ACCEPTED);
        assertNothingIsLost();
    }

    @Test
    void a_fault_in_what_an_attempt_calls_is_a_failure_and_hides_no_outcome() throws Exception {
        Endpoint endpoint = new Endpoint("p", server.url());
        delivery.use(endpoint);
        Outcome unsure = delivery.send(endpoint, MESSAGE, () -> {
            throw new IllegalStateException("s3cret");
        });
        assertThat(unsure.result()).isEqualTo(Result.FAILED);
        assertNothingIsLost();

        try (AwaitedDelivery unsigned = new AwaitedDelivery(setup -> setup.secrets = () -> {
            throw new IllegalStateException("s3cret");
        })) {
            assertThat(unsigned.post(endpoint, MESSAGE).reason()).isEqualTo("an unexpected fault of the sender");
            assertThat(unsigned.endpoints().inFlight()).isZero();
        }
        try (AwaitedDelivery unlogged = new AwaitedDelivery(setup -> setup.log = attempt -> {
            throw new IllegalStateException("the log is full");
        })) {
            assertThat(unlogged.post(endpoint, MESSAGE).result()).isEqualTo(Result.ACCEPTED);
            assertThat(unlogged.endpoints().inFlight()).isZero();
        }
    }

    @Test
    void a_fault_in_what_receives_the_outcome_keeps_no_place() {
        Endpoint endpoint = new Endpoint("p", server.url());
        delivery.use(endpoint);
        CompletableFuture<Outcome> told = new CompletableFuture<>();
        requireNonNull(delivery.tryAcquire(endpoint)).send(MESSAGE, outcome -> {
            told.complete(outcome);
            throw new IllegalStateException("can't take it");
        });

        await().until(told::isDone);
        await().untilAsserted(() ->
                assertThat(delivery.send(endpoint, MESSAGE).result()).isEqualTo(Result.ACCEPTED));
        assertThat(delivery.endpoints().inFlight()).isZero();
    }

    /** Every place is free again, and an endpoint that is fine gets its message. */
    private void assertNothingIsLost() throws Exception {
        assertThat(delivery.endpoints().inFlight()).isZero();
        throwing.throwAt(null, AssertionError::new);
        server.answer(closing(OK));
        Endpoint fine = new Endpoint("fine", server.url());
        assertThat(delivery.post(fine, MESSAGE).result()).isEqualTo(Result.ACCEPTED);
    }

    private static RawEndpoint.Answer closing(String text) {
        return (OutputStream to) -> {
            try (to) {
                to.write(text.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        };
    }

    @Test
    void an_attempt_without_a_thread_is_a_failure() throws Exception {
        try (AwaitedDelivery full = new AwaitedDelivery(setup -> setup.client = withThreads(task -> {
            throw new OutOfMemoryError("unable to create native thread");
        }))) {
            Outcome outcome = full.post(new Endpoint("p", server.url()), MESSAGE);

            assertThat(outcome.reason()).contains("an unexpected fault of the sender");
            assertThat(full.endpoints().inFlight()).isZero();
        }
    }

    /** A client whose attempts run as the test wants. */
    private static UnaryOperator<OkHttpClient> withThreads(Consumer<Runnable> threads) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>()) {
            @Override
            public void execute(Runnable task) {
                threads.accept(task);
            }
        };
        return client ->
                client.newBuilder().dispatcher(new Dispatcher(executor)).build();
    }
}
