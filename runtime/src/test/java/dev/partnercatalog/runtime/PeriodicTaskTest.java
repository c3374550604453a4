package dev.partnercatalog.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class PeriodicTaskTest {

    private static final Duration SOON = Duration.ofMillis(1);

    @Test
    void a_task_that_fails_is_run_again() throws Exception {
        CountDownLatch runs = new CountDownLatch(3);
        try (PeriodicTask task = new PeriodicTask("test", SOON, () -> {
            runs.countDown();
            if (runs.getCount() > 0) {
                throw new IllegalStateException("on purpose");
            }
        })) {
            task.start();
            assertThat(runs.await(1, TimeUnit.MINUTES)).isTrue();
        }
    }

    @Test
    void a_task_that_runs_when_it_is_closed_is_interrupted_and_its_thread_ends() throws Exception {
        CompletableFuture<Thread> running = new CompletableFuture<>();
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        PeriodicTask task = new PeriodicTask("test", SOON, () -> {
            running.complete(Thread.currentThread());
            try {
                never.await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        task.start();
        Thread thread = running.get(1, TimeUnit.MINUTES);
        assertThat(thread.isDaemon()).isTrue();
        task.close();
        assertThat(interrupted.await(1, TimeUnit.MINUTES)).isTrue();
        thread.join();
    }

    @Test
    void a_task_runs_soon_where_it_is_asked_to_and_not_once_it_is_closed() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        PeriodicTask task = new PeriodicTask("test", Duration.ofHours(1), ran::countDown);
        task.start();
        task.soon();
        assertThat(ran.await(1, TimeUnit.MINUTES)).isTrue();
        task.close();
        task.soon();
    }
}
