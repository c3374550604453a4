package dev.partnercatalog.streams.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.junit.jupiter.api.Test;

class UncommittedWorkTest {

    private static final Duration POLL = Duration.ofMillis(100);

    private static final long IDLE_MS = 5;

    private final AtomicLong nanoTime = new AtomicLong();
    private final MockProcessorContext<Void, Void> task = new MockProcessorContext<>();
    private final UncommittedWork work = new UncommittedWork(nanoTime::get);

    @Test
    void a_thread_that_finds_no_more_records_for_a_moment_commits_its_work() {
        work.add(task);
        assertThat(work.patience(POLL)).isEqualTo(Duration.ofMillis(IDLE_MS));
        pass(IDLE_MS);
        assertThat(work.patience(POLL)).isZero();
        work.idle();
        assertThat(task.committed()).isTrue();
    }

    @Test
    void a_poll_that_ends_early_without_records_commits_nothing() {
        work.add(task);
        pass(IDLE_MS - 1);
        work.idle();
        assertThat(task.committed()).isFalse();
    }

    @Test
    void a_record_that_arrives_in_time_postpones_the_commit() {
        work.add(task);
        pass(IDLE_MS - 1);
        work.add(task);
        pass(IDLE_MS - 1);
        work.idle();
        assertThat(task.committed()).isFalse();
        assertThat(work.patience(POLL)).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void a_thread_that_did_nothing_waits_and_commits_nothing() {
        assertThat(work.patience(POLL)).isEqualTo(POLL);
        work.idle();
        assertThat(task.committed()).isFalse();
    }

    @Test
    void it_requests_one_commit_for_its_work() {
        idleAfterWork();
        task.resetCommit();
        work.idle();
        assertThat(task.committed()).isFalse();
    }

    @Test
    void work_right_after_a_commit_waits_until_commits_take_no_more_than_their_share() {
        idleAfterWork();
        pass(20);
        work.committed();
        task.resetCommit();

        work.add(task);
        assertThat(work.patience(POLL)).isEqualTo(Duration.ofMillis(40));
        work.idle();
        assertThat(task.committed()).isFalse();

        pass(40);
        assertThat(work.patience(POLL)).isZero();
        work.idle();
        assertThat(task.committed()).isTrue();
    }

    @Test
    void it_waits_in_whole_milliseconds_as_consumers_do() {
        idleAfterWork();
        work.committed();
        work.add(task);
        nanoTime.addAndGet(1);
        assertThat(work.patience(POLL)).isEqualTo(Duration.ofMillis(10));
    }

    @Test
    void work_included_in_an_interval_commit_is_not_requested_again() {
        work.add(task);
        work.committed();
        pass(IDLE_MS);
        work.idle();
        assertThat(task.committed()).isFalse();
    }

    private void idleAfterWork() {
        work.add(task);
        pass(IDLE_MS);
        work.idle();
    }

    private void pass(long millis) {
        nanoTime.addAndGet(Duration.ofMillis(millis).toNanos());
    }
}
