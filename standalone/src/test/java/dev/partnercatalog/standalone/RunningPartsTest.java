package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.output.OperatorFault;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the parts of a standalone start, and when they all have to stop. */
@Timeout(180)
class RunningPartsTest {

    @Test
    void parts_start_side_by_side() {
        CountDownLatch both = new CountDownLatch(2);
        try (RunningParts parts = new RunningParts()) {
            CompletableFuture<Boolean> one = parts.begin("one", () -> met(both));
            CompletableFuture<Boolean> other = parts.begin("other", () -> met(both));
            assertThat(RunningParts.await(one)).isTrue();
            assertThat(RunningParts.await(other)).isTrue();
        }
    }

    @Test
    void a_fault_of_one_is_told_as_it_is_and_closing_waits_until_no_other_starts_any_more() {
        CountDownLatch failed = new CountDownLatch(1);
        CompletableFuture<Boolean> slow;
        try (RunningParts parts = new RunningParts()) {
            slow = parts.begin("slow", () -> isDown(failed));
            CompletableFuture<Boolean> failing = parts.begin("failing", () -> {
                throw new OperatorFault("the port is taken");
            });
            assertThatThrownBy(() -> RunningParts.await(failing))
                    .isInstanceOf(OperatorFault.class)
                    .hasMessage("the port is taken");
            failed.countDown();
        }
        assertThat(slow).isCompletedWithValue(true);
    }

    @Test
    void a_cause_is_named_instead_of_its_effect_even_if_it_came_about_after_it_was_looked_at() {
        AtomicBoolean full = new AtomicBoolean();
        try (RunningParts parts = new RunningParts()) {
            parts.watch(() -> full.get() ? "the disk is full" : null);
            parts.watch(() -> {
                full.set(true);
                return "an application has failed";
            });

            assertThatThrownBy(parts::awaitClosing)
                    .isInstanceOf(OperatorFault.class)
                    .hasMessage("the disk is full");
        }
    }

    @Test
    void that_no_more_files_may_be_open_is_named_with_the_remedy() {
        assertThat(new OpenFiles(1_020, 1_024).exhausted())
                .isEqualTo("1020 of the 1024 files and connections that may be open are: raise the limit (ulimit -n"
                        + " 4096), and start it again");
        assertThat(new OpenFiles(700, 1_024).exhausted()).isNull();
        assertThat(OpenFiles.now().open()).isPositive();
    }

    private static boolean met(CountDownLatch latch) {
        latch.countDown();
        return isDown(latch);
    }

    private static boolean isDown(CountDownLatch latch) {
        try {
            return latch.await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
