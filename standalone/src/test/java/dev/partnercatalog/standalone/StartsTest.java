package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.output.OperatorFault;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class StartsTest {

    @Test
    void parts_start_side_by_side() {
        CountDownLatch both = new CountDownLatch(2);
        try (Starts starts = new Starts()) {
            CompletableFuture<Boolean> one = starts.begin("one", () -> met(both));
            CompletableFuture<Boolean> other = starts.begin("other", () -> met(both));
            assertThat(Starts.await(one)).isTrue();
            assertThat(Starts.await(other)).isTrue();
        }
    }

    @Test
    void a_fault_of_one_is_told_as_it_is_once_no_other_starts_any_more() {
        CountDownLatch failed = new CountDownLatch(1);
        CompletableFuture<CompletableFuture<Boolean>> slow = new CompletableFuture<>();
        assertThatThrownBy(() -> {
                    try (Starts starts = new Starts()) {
                        slow.complete(starts.begin("slow", () -> isDown(failed)));
                        CompletableFuture<Boolean> failing = starts.begin("failing", () -> {
                            throw new OperatorFault("the port is taken");
                        });
                        try {
                            Starts.await(failing);
                        } finally {
                            failed.countDown();
                        }
                    }
                })
                .isInstanceOf(OperatorFault.class)
                .hasMessage("the port is taken");
        assertThat(slow.join()).isCompletedWithValue(true);
    }

    private static boolean met(CountDownLatch latch) {
        latch.countDown();
        return isDown(latch);
    }

    private static boolean isDown(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
