package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.http.Context;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.junit.jupiter.api.Test;

/** Turns are given back, whichever threads go on with a request. */
class TurnsTest {

    private static final int REQUESTS = 100;
    private static final int STEPS = 500;
    private static final CompletableFuture<Void> HAPPENED = CompletableFuture.completedFuture(null);

    /** By which no work ever takes long. */
    private static final class StandingTime extends AbstractLifeCycle implements Scheduler {
        @Override
        public Task schedule(Runnable task, long delay, TimeUnit units) {
            return () -> true;
        }
    }

    @Test
    void a_thread_that_goes_on_before_another_has_left_has_a_turn_of_its_own() throws Exception {
        Turns turns = new Turns();
        Scheduler time = new StandingTime();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            for (int i = 0; i < 2 * Turns.MOST; i++) {
                Runnable goesOn = turns.during(time, () -> {});
                threads.submit(turns.during(time, () -> {
                            var going = threads.submit(goesOn);
                            assertThat(going).succeedsWithin(10, TimeUnit.SECONDS);
                        }))
                        .get(10, TimeUnit.SECONDS);
            }
            assertAllAreFree(turns, time, threads);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void assertAllAreFree(Turns turns, Scheduler time, ExecutorService threads) throws Exception {
        CountDownLatch begun = new CountDownLatch(Turns.MOST);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < Turns.MOST; i++) {
            all.add(threads.submit(turns.during(time, () -> {
                begun.countDown();
                try {
                    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            })));
        }
        for (Future<?> each : all) {
            each.get(20, TimeUnit.SECONDS);
        }
    }

    private static CompletableFuture<Void> steps(Context context, int left) {
        if (left == 0) {
            context.result("done");
            return HAPPENED;
        }
        return Waiting.until(context, HAPPENED, () -> steps(context, left - 1));
    }

    @Test
    void requests_that_go_on_at_once_many_times_use_up_no_turns() throws Exception {
        Listener listener = Listener.bind("127.0.0.1", 0);
        HttpServer server = HttpServer.start(
                listener,
                new HttpLimits(REQUESTS, 2 * REQUESTS, HttpLimits.DEFAULT_PATIENCE),
                Map.of(),
                new ErrorBody(),
                new Routes().get("/steps", context -> context.future(() -> steps(context, STEPS))));
        try {
            HttpClient http = HttpClient.newHttpClient();
            HttpRequest request = HttpRequest.newBuilder(URI.create(listener.address() + "/steps"))
                    .build();
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                answers.add(http.sendAsync(request, HttpResponse.BodyHandlers.ofString()));
            }
            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                assertThat(answer.get(30, TimeUnit.SECONDS).body()).isEqualTo("done");
            }
        } finally {
            server.close();
        }
    }
}
