package dev.partnercatalog.streams.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.junit.jupiter.api.Test;

class UncommittedWorkTest {

    private static final Duration POLL = Duration.ofMillis(100);

    private static final long WAIT_MS = 10;
    private static final long IDLE_MS = 5;
    private static final boolean RECORDS = true;
    private static final boolean NOTHING = false;

    private final AtomicLong nanoTime = new AtomicLong();
    private final MockProcessorContext<Void, Void> task = new MockProcessorContext<>();
    private final UncommittedWork work = new UncommittedWork(nanoTime::get);

    @Test
    void a_thread_that_finds_no_more_records_for_a_moment_commits_its_work() {
        work.add(task);
        assertThat(work.patience(POLL)).isEqualTo(Duration.ofMillis(IDLE_MS));
        pass(IDLE_MS - 1);
        finds(NOTHING);
        assertThat(task.committed()).isFalse();
        assertThat(work.patience(POLL)).isEqualTo(Duration.ofMillis(1));
        pass(1);
        assertThat(work.patience(POLL)).isZero();
        finds(NOTHING);
        assertThat(task.committed()).isTrue();
    }

    @Test
    void work_is_committed_when_its_oldest_record_has_waited_for_a_moment_though_records_go_on_arriving() {
        work.add(task);
        pass(WAIT_MS - 1);
        finds(RECORDS);
        work.add(task);
        assertThat(task.committed()).isFalse();
        assertThat(work.patience(POLL)).isEqualTo(Duration.ofMillis(1));
        pass(1);
        finds(RECORDS);
        assertThat(task.committed()).isTrue();
    }

    @Test
    void a_thread_that_is_behind_commits_when_it_has_run_out_of_work_or_has_caught_up() {
        work.add(task);
        pass(10 * WAIT_MS);
        work.add(task);
        work.polled(RECORDS, () -> true);
        assertThat(task.committed()).isFalse();
        // The next records are on their way.
        assertThat(work.patience(POLL)).isEqualTo(Duration.ofMillis(IDLE_MS));
        work.polled(NOTHING, () -> true);
        assertThat(task.committed()).isFalse();
        pass(IDLE_MS);
        work.polled(NOTHING, () -> true);
        assertThat(task.committed()).isTrue();

        work.committed();
        task.resetCommit();
        work.add(task);
        pass(10 * WAIT_MS);
        work.add(task);
        work.polled(RECORDS, () -> true);
        assertThat(task.committed()).isFalse();
        finds(RECORDS);
        assertThat(task.committed()).isTrue();
    }

    @Test
    void a_thread_that_did_nothing_waits_and_commits_nothing() {
        assertThat(work.patience(POLL)).isEqualTo(POLL);
        finds(NOTHING);
        assertThat(task.committed()).isFalse();
    }

    @Test
    void it_requests_one_commit_for_its_work() {
        commitAfterWork();
        task.resetCommit();
        finds(NOTHING);
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
        finds(RECORDS);
        assertThat(task.committed()).isFalse();

        pass(IDLE_MS);
        assertThat(work.patience(POLL)).isZero();
        finds(NOTHING);
        assertThat(task.committed()).isTrue();
    }

    @Test
    void it_waits_in_whole_milliseconds_as_consumers_do() {
        work.add(task);
        nanoTime.addAndGet(1);
        assertThat(work.patience(POLL)).isEqualTo(Duration.ofMillis(IDLE_MS));
    }

    @Test
    void work_included_in_an_interval_commit_is_not_requested_again() {
        work.add(task);
        work.committed();
        pass(WAIT_MS);
        finds(NOTHING);
        assertThat(task.committed()).isFalse();
    }

    private void finds(boolean found) {
        work.polled(found, () -> false);
    }

    private void commitAfterWork() {
        work.add(task);
        pass(WAIT_MS);
        finds(NOTHING);
    }

    private void pass(long millis) {
        nanoTime.addAndGet(Duration.ofMillis(millis).toNanos());
    }
}
