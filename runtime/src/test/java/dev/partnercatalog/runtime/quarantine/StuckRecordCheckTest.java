package dev.partnercatalog.runtime.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class StuckRecordCheckTest {

    private static final RecordPosition POSITION = new RecordPosition("in", 1, 5);

    private final Quarantine quarantine = Quarantine.of("dead", InstantSource.system(), () -> 0);
    private final CurrentRecord place = quarantine.currentRecords().add();

    @Test
    void a_thread_that_finds_no_end_ends_the_process_and_the_record_is_set_aside_by_the_next() throws Exception {
        AtomicReference<@Nullable String> end = new AtomicReference<>();
        AtomicBoolean stopped = new AtomicBoolean();
        AtomicBoolean begun = new AtomicBoolean();
        // Calls nothing native, since native calls count as waiting.
        Thread endless = new Thread(() -> process(() -> {
            while (!stopped.get()) {
                begun.set(true);
            }
        }));
        endless.start();
        while (!begun.get()) {
            Thread.onSpinWait();
        }
        StuckRecordCheck check = new StuckRecordCheck(quarantine, () -> false, end::set);
        try {
            for (int i = 0; i < StuckRecordCheck.SECONDS - 1; i++) {
                check.look();
            }
            assertThat(end.get()).isNull();
            check.look();
            assertThat(end.get()).contains("in-1 at offset 5");
        } finally {
            stopped.set(true);
            endless.join();
        }
        assertThat(catchThrowable(() -> process(() -> {}))).hasMessageContaining("without finishing");
    }

    @Test
    void a_thread_that_waits_is_left_alone() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Thread waiting = new Thread(() -> process(() -> {
            begun.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        waiting.start();
        begun.await();
        StuckRecordCheck check = new StuckRecordCheck(quarantine, () -> false, reason -> {
            throw new AssertionError(reason);
        });
        for (int i = 0; i < 10 * StuckRecordCheck.SECONDS; i++) {
            check.look();
        }
        go.countDown();
        waiting.join();
        process(() -> {});
    }

    private void process(Runnable work) {
        quarantine.process(place, POSITION, work);
    }
}
