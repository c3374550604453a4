package dev.partnercatalog.streams.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.junit.jupiter.api.Test;

class UncommittedWorkTest {

    private static final Duration POLL = Duration.ofMillis(100);

    private static final long WAIT_MS = 10;

    private final AtomicLong nanoTime = new AtomicLong();
    private final MockProcessorContext<Void, Void> task = new MockProcessorContext<>();
    private final UncommittedWork work = new UncommittedWork(nanoTime::get);

    @Test
    void work_is_committed_when_its_oldest_record_has_waited_for_a_moment_though_records_go_on_arriving() {
        work.add(task);
        assertThat(work.patience(POLL)).isEqualTo(Duration.ofMillis(WAIT_MS));
        pass(WAIT_MS - 1);
        work.polled(false);
        work.add(task);
        assertThat(task.committed()).isFalse();
        assertThat(work.patience(POLL)).isEqualTo(Duration.ofMillis(1));
        pass(1);
        work.add(task);
        assertThat(task.committed()).isTrue();
    }

    @Test
    void a_thread_that_waits_for_records_commits_as_soon_as_its_work_is_old_enough() {
        work.add(task);
        pass(WAIT_MS);
        assertThat(work.patience(POLL)).isZero();
        work.polled(false);
        assertThat(task.committed()).isTrue();
    }

    @Test
    void a_thread_that_is_behind_leaves_it_to_the_interval_until_it_has_caught_up() {
        work.polled(true);
        work.add(task);
        pass(10 * WAIT_MS);
        work.add(task);
        work.polled(true);
        assertThat(task.committed()).isFalse();
        work.polled(false);
        assertThat(task.committed()).isTrue();
    }

    @Test
    void a_thread_that_did_nothing_waits_and_commits_nothing() {
        assertThat(work.patience(POLL)).isEqualTo(POLL);
        work.polled(false);
        assertThat(task.committed()).isFalse();
    }

    @Test
    void it_requests_one_commit_for_its_work() {
        commitAfterWork();
        task.resetCommit();
        work.polled(false);
        assertThat(task.committed()).isFalse();
    }

    @Test
    void work_right_after_a_commit_waits_until_commits_take_no_more_than_their_share() {
        commitAfterWork();
        pass(20);
        work.committed();
        task.resetCommit();

        work.add(task);
        assertThat(work.patience(POLL)).isEqualTo(Duration.ofMillis(40));
        pass(39);
        work.add(task);
        work.polled(false);
        assertThat(task.committed()).isFalse();

        pass(1);
        assertThat(work.patience(POLL)).isZero();
        work.polled(false);
        assertThat(task.committed()).isTrue();
    }

    @Test
    void it_waits_in_whole_milliseconds_as_consumers_do() {
        work.add(task);
        nanoTime.addAndGet(1);
        assertThat(work.patience(POLL)).isEqualTo(Duration.ofMillis(WAIT_MS));
    }

    @Test
    void work_included_in_an_interval_commit_is_not_requested_again() {
        work.add(task);
        work.committed();
        pass(WAIT_MS);
        work.polled(false);
        assertThat(task.committed()).isFalse();
    }

    private void commitAfterWork() {
        work.add(task);
        pass(WAIT_MS);
        work.polled(false);
    }

    private void pass(long millis) {
        nanoTime.addAndGet(Duration.ofMillis(millis).toNanos());
    }
}
