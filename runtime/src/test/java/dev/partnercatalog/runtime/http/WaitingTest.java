package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that wait for an event, on a server that answers one at a time. */
class WaitingTest {

    private final CompletableFuture<Void> event = new CompletableFuture<>();
    private final CompletableFuture<Void> second = new CompletableFuture<>();
    private final CountDownLatch blocked = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpServer server =
            HttpServer.bind("127.0.0.1", 0).serve(new HttpLimits(1, 100), Map.of(), new ErrorBody(), routes());

    private Routes routes() {
        return new Routes()
                .get("/wait", context -> {
                    CompletableFuture<Void> answered = RequestSlots.untilEvent(context, event, () -> {
                        context.result("happened");
                        return CompletableFuture.completedFuture(null);
                    });
                    waiting.incrementAndGet();
                    context.future(() -> answered);
                })
                .get(
                        "/wait-twice",
                        context -> context.future(() -> {
                            waiting.incrementAndGet();
                            return RequestSlots.untilEvent(
                                    context,
                                    event,
                                    () -> RequestSlots.untilEvent(context, second, () -> {
                                        context.result("happened twice");
                                        return CompletableFuture.completedFuture(null);
                                    }));
                        }))
                .get(
                        "/wait-and-fail",
                        context -> context.future(() -> {
                            waiting.incrementAndGet();
                            return RequestSlots.untilEvent(context, event, () -> {
                                throw HttpProblem.unavailable("not now");
                            });
                        }))
                .get("/other", context -> context.result("other"))
                .get("/block", context -> {
                    blocked.countDown();
                    assertThat(mayEnd.await(3, TimeUnit.MINUTES)).isTrue();
                    context.result("blocked");
                });
    }

    @AfterEach
    void close() {
        event.complete(null);
        second.complete(null);
        mayEnd.countDown();
        server.close();
    }

    @Test
    void many_requests_wait_while_another_is_answered_and_are_answered_after_the_event() throws Exception {
        var one = get("/wait");
        var two = get("/wait-twice");
        var three = get("/wait-and-fail");
        await().until(() -> waiting.get() == 3);
        assertThat(get("/other").get(1, TimeUnit.MINUTES).body()).isEqualTo("other");
        event.complete(null);
        assertThat(one.get(1, TimeUnit.MINUTES).body()).isEqualTo("happened");
        assertThat(three.get(1, TimeUnit.MINUTES).statusCode()).isEqualTo(503);
        assertThat(three.get().body()).contains("not now");
        assertThat(two).isNotDone();
        assertThat(get("/other").get(1, TimeUnit.MINUTES).body()).isEqualTo("other");
        second.complete(null);
        assertThat(two.get(1, TimeUnit.MINUTES).body()).isEqualTo("happened twice");
        // Each slot was freed exactly once: two requests can't be answered at the same time.
        var blocking = get("/block");
        assertThat(blocked.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(get("/other").get(1, TimeUnit.MINUTES).statusCode()).isEqualTo(503);
        mayEnd.countDown();
        assertThat(blocking.get(1, TimeUnit.MINUTES).body()).isEqualTo("blocked");
    }

    @Test
    void a_request_whose_event_has_occurred_is_answered_once_there_is_a_slot_however_long_that_takes()
            throws Exception {
        var one = get("/wait");
        await().until(() -> waiting.get() == 1);
        var blocking = get("/block");
        assertThat(blocked.await(1, TimeUnit.MINUTES)).isTrue();
        event.complete(null);
        // A new request waits no longer than a second, and is then refused.
        assertThat(get("/other").get(1, TimeUnit.MINUTES).statusCode()).isEqualTo(503);
        assertThat(one).isNotDone();
        mayEnd.countDown();
        assertThat(one.get(1, TimeUnit.MINUTES).body()).isEqualTo("happened");
        assertThat(blocking.get(1, TimeUnit.MINUTES).body()).isEqualTo("blocked");
    }

    private CompletableFuture<HttpResponse<String>> get(String path) {
        return http.sendAsync(
                HttpRequest.newBuilder(URI.create(server.address() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
