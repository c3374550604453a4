package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.catalog.CatalogStore;
import dev.partnercatalog.webhook.catalog.SinkCatalog.FeedPosition;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.state.SinkState.TaskRow;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far the task and its partners are settled, and the task's clock. A partner that keeps up has no cursor of its own: it
 * is where the task is. One that lags is given its own before the task goes on without it. Confined to the task's thread.
 */
final class FeedCursors {

    private static final long PAUSE_MS = 100;
    private static final long LAG_MS = 1_000;

    /** The clock is reserved ahead by so much, so that it isn't written for each message. */
    private static final long RESERVED_MS = 10_000;

    /** An older cursor is replaced by a scan, before what it needs is gone. */
    private static final long OLDEST_MS =
            CatalogStore.CHANGE_RETENTION.minus(Duration.ofDays(1)).toMillis();

    private final SinkState state;
    private FeedPosition read;
    private @Nullable TaskRow row;
    private long clock;
    private long next = Long.MIN_VALUE;

    /**
     * How a partner keeps up.
     *
     * @param target where the task was by then
     * @param since when the partner had settled all that the task had read by then, in milliseconds since 1970
     */
    record Lag(FeedPosition target, long since) {}

    FeedCursors(SinkState state) {
        this.state = state;
        this.read = state.catalog().position();
        this.row = state.task();
        this.clock = row == null ? Long.MIN_VALUE : row.clock();
    }

    /** Up to where everything is settled for partners without a cursor of their own; null if that was never written. */
    @Nullable
    FeedPosition settled() {
        return row == null ? null : row.read();
    }

    /**
     * The task begins.
     *
     * @param anew whether nothing is known of changes so far: each partner compares everything, as its row in the log says
     */
    void begin(boolean anew, long now) {
        if (anew || row == null) {
            put(new TaskRow(read, clock, now, state.catalog().topics()));
        }
    }

    FeedPosition read() {
        return read;
    }

    void read(FeedPosition to) {
        read = to;
    }

    /**
     * A time that no message of this task has had: {@code now}, or the next later one. What is sent later therefore has a
     * later timestamp, whatever the machine's clock does and whichever machine it is.
     */
    long time(long now) {
        clock = Math.max(now, clock + 1);
        TaskRow known = row();
        if (clock > known.clock()) {
            put(new TaskRow(known.read(), clock + RESERVED_MS, known.caughtUpAt(), known.topics()));
        }
        return clock;
    }

    /** Writes the task's row anew, with the time at which the sources had been read to their ends, if it is known (D38). */
    void note(@Nullable Instant caughtUpAt) {
        TaskRow known = row();
        long time = caughtUpAt == null ? known.caughtUpAt() : caughtUpAt.toEpochMilli();
        put(new TaskRow(known.read(), known.clock(), time, known.topics()));
    }

    private TaskRow row() {
        return Objects.requireNonNull(row, "not begun");
    }

    private void put(TaskRow changed) {
        row = changed;
        state.putTask(changed);
    }

    /**
     * If it is time to, writes how far partners are that have something to do, and then how far the task is. Those that have
     * nothing to do any more leave.
     */
    void write(Set<Feed> busy, long now) {
        if (now < next) {
            return;
        }
        TaskRow known = row();
        next = now + PAUSE_MS;
        FeedPosition settled = read;
        for (Feed feed : busy) {
            if (feed.subscriber() != null) {
                settled = settled.earlier(write(feed, known, now));
            }
        }
        FeedPosition before = known.read();
        FeedPosition after = new FeedPosition(
                Math.max(before.entries(), settled.entries()), Math.max(before.listings(), settled.listings()));
        if (!after.equals(before)) {
            put(new TaskRow(after, known.clock(), known.caughtUpAt(), known.topics()));
        }
        busy.removeIf(feed -> feed.isIdle() && feed.written().cursor() == null);
    }

    /** Returns up to where the task may go on. */
    private FeedPosition write(Feed feed, TaskRow task, long now) {
        FeedPosition cursor = feed.cursor(read);
        boolean own = feed.written().cursor() != null;
        Lag lag = feed.lag;
        if (cursor.reaches(read) || (lag != null && cursor.reaches(lag.target()))) {
            lag = new Lag(read, now);
        } else if (lag == null) {
            lag = new Lag(read, own ? feed.written().cursorAt() : feed.isBehind() ? task.caughtUpAt() : now);
        }
        feed.lag = lag;
        long behind = now - lag.since();
        if (behind > OLDEST_MS) {
            feed.compareAll(now);
            feed.lag = null;
            return feed.cursor(read);
        }
        if (behind > LAG_MS || (own && !cursor.reaches(task.read()))) {
            feed.write(cursor, lag.since());
            return read;
        }
        feed.write(null, 0);
        return cursor;
    }
}
