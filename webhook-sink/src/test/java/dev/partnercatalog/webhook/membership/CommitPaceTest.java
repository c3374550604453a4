package dev.partnercatalog.webhook.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CommitPaceTest {

    private final AtomicLong nanoTime = new AtomicLong();
    private final CommitPace pace = new CommitPace(nanoTime::get);

    @Test
    void the_first_commit_may_be_requested_at_once() {
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void quick_commits_begin_at_most_every_ten_milliseconds() {
        commit(1);
        pass(8);
        assertThat(pace.isDue()).isFalse();
        pass(1);
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void slow_commits_take_no_more_than_a_third_of_the_time() {
        commit(30);
        pass(59);
        assertThat(pace.isDue()).isFalse();
        pass(1);
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void a_commit_that_waited_long_for_brokers_does_not_delay_the_next_for_long() {
        commit(60_000);
        pass(200);
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void tasks_work_for_a_limited_time_before_they_commit_together() {
        assertThat(pace.isDue()).isTrue();
        pass(29);
        assertThat(pace.isTimeLeft()).isTrue();
        pace.requested();
        assertThat(pace.isDue()).isTrue();
        pass(1);
        assertThat(pace.isTimeLeft()).isFalse();
        pace.committed();
        pass(60);
        assertThat(pace.isDue()).isTrue();
        assertThat(pace.isTimeLeft()).isTrue();
    }

    @Test
    void what_other_tasks_do_before_the_commit_begins_does_not_count() {
        pace.requested();
        pass(500);
        commit(30);
        pass(60);
        assertThat(pace.isDue()).isTrue();
    }

    @Test
    void the_tasks_of_a_thread_that_commit_together_count_once() {
        commit(30);
        pace.committed();
        pace.committed();
        pass(59);
        assertThat(pace.isDue()).isFalse();
    }

    @Test
    void a_commit_that_was_not_requested_counts_like_the_previous_one() {
        commit(30);
        pass(59);
        pace.committed();
        pass(59);
        assertThat(pace.isDue()).isFalse();
        pass(1);
        assertThat(pace.isDue()).isTrue();
    }

    private void commit(long millis) {
        pace.requested();
        pass(millis);
        pace.committed();
    }

    private void pass(long millis) {
        nanoTime.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }
}
