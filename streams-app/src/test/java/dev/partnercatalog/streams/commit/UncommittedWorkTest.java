package dev.partnercatalog.streams.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.junit.jupiter.api.Test;

class UncommittedWorkTest {

    private static final long IDLE_MS = 5;
    private static final long PACE_MS = 25;
    private static final long SLOW_COMMIT_MS = 60;

    private final AtomicLong nanoTime = new AtomicLong();
    private final MockProcessorContext<Void, Void> task = new MockProcessorContext<>();
    private final UncommittedWork work = new UncommittedWork(nanoTime::get);

    @Test
    void a_thread_commits_once_it_has_processed_what_it_found() {
        work.polled(2, false);
        work.add(task);
        assertThat(task.committed()).isFalse();
        work.add(task);
        assertThat(task.committed()).isTrue();
        assertThat(punctuators()).isEmpty();
    }

    @Test
    void after_a_few_commits_in_a_row_the_next_one_waits_so_that_the_brokers_do_something_else() {
        pass(10 * PACE_MS);
        for (int i = 0; i < 3; i++) {
            task.resetCommit();
            process(1, false);
            assertThat(task.committed()).isTrue();
        }
        task.resetCommit();
        process(1, false);
        pass(PACE_MS - 1);
        assertThat(looksAndCommits()).isFalse();
        pass(1);
        assertThat(looksAndCommits()).isTrue();
        assertThat(punctuators()).isEmpty();
    }

    @Test
    void slow_brokers_are_asked_less_often() {
        process(1, false);
        pass(SLOW_COMMIT_MS);
        process(1, false);
        task.resetCommit();
        process(1, false);
        assertThat(task.committed()).isFalse();
        pass(PACE_MS - 1);
        assertThat(looksAndCommits()).isFalse();
        pass(1);
        assertThat(looksAndCommits()).isTrue();
    }

    @Test
    void a_thread_that_is_behind_commits_when_it_has_run_out_of_work_or_has_caught_up() {
        process(64, true);
        pass(10 * PACE_MS);
        process(64, true);
        assertThat(looksAndCommits()).isFalse();
        process(3, false);
        assertThat(task.committed()).isTrue();

        task.resetCommit();
        pass(PACE_MS);
        process(64, true);
        pass(IDLE_MS - 1);
        assertThat(looksAndCommits()).isFalse();
        pass(1);
        assertThat(looksAndCommits()).isTrue();
    }

    @Test
    void records_that_were_found_but_reach_no_processor_do_not_hold_up_the_commit() {
        work.polled(2, false);
        work.add(task);
        pass(IDLE_MS);
        assertThat(looksAndCommits()).isTrue();
    }

    @Test
    void the_work_of_a_task_that_was_closed_does_not_hold_up_that_of_others() {
        MockProcessorContext<Void, Void> closed = new MockProcessorContext<>();
        work.polled(64, true);
        work.add(closed);
        work.closed(task);
        assertThat(closed.scheduledPunctuators()).noneMatch(look -> look.cancelled());
        work.closed(closed);
        assertThat(closed.scheduledPunctuators()).allMatch(look -> look.cancelled());
        work.add(task);
        pass(IDLE_MS);
        assertThat(looksAndCommits()).isTrue();
    }

    @Test
    void a_round_that_would_outlast_its_transaction_is_broken_off_however_long_the_one_before_it_waited() {
        work.polled(64, true);
        work.add(task);
        pass(60_000);
        looksAndCommits();
        work.add(task);
        pass(11_999);
        assertThatCode(work::requireShortRound).doesNotThrowAnyException();
        pass(1);
        assertThatThrownBy(work::requireShortRound).isInstanceOf(TimeoutException.class);
        work.polled(1, false);
        assertThatCode(work::requireShortRound).doesNotThrowAnyException();
    }

    @Test
    void a_round_ends_with_the_commit_that_is_asked_for_when_nothing_found_is_left() {
        for (int seconds = 0; seconds < 60; seconds++) {
            work.add(task);
            pass(1_000);
            assertThatCode(work::requireShortRound).doesNotThrowAnyException();
        }
    }

    private void process(int count, boolean full) {
        work.polled(count, full);
        for (int i = 0; i < count; i++) {
            work.add(task);
        }
    }

    private boolean looksAndCommits() {
        punctuators().forEach(look -> look.getPunctuator().punctuate(0));
        return task.committed();
    }

    private List<MockProcessorContext.CapturedPunctuator> punctuators() {
        return task.scheduledPunctuators().stream()
                .filter(look -> !look.cancelled())
                .toList();
    }

    private void pass(long millis) {
        nanoTime.addAndGet(Duration.ofMillis(millis).toNanos());
    }
}
