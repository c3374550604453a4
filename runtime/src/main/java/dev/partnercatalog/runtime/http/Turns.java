package dev.partnercatalog.runtime.http;

import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Lets only as many threads work on requests at a time as the processors can advance. If hundreds worked at once, each
 * would be slow, and so would the threads that receive requests. Thread-safe.
 */
final class Turns {

    static final int MOST = 8 * Runtime.getRuntime().availableProcessors();

    /** Longer than a large request takes among so many. */
    private static final Duration LONG = Duration.ofMillis(500);

    /** That of the thread's current work, if it has one. */
    private static final ThreadLocal<@Nullable Turn> CURRENT = new ThreadLocal<>();

    private final Semaphore free = new Semaphore(MOST, true);

    /**
     * Reads up to a number of bytes of a request's body. While none are there, another request takes the turn: senders
     * may be slow.
     */
    static byte[] read(ServletInputStream in, int most) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (body.size() < most && !in.isFinished()) {
            body.writeBytes(readSome(in, most - body.size()));
        }
        return body.toByteArray();
    }

    /** Like {@link #read}, but returns as soon as there are any bytes; none at the end. */
    static byte[] readSome(ServletInputStream in, int most) throws IOException {
        int there = in.available();
        return there > 0 ? in.readNBytes(Math.min(there, most)) : await(in);
    }

    /** Waits for the next byte; returns none at the end. */
    private static byte[] await(InputStream in) throws IOException {
        Turn turn = CURRENT.get();
        if (turn == null) {
            return in.readNBytes(1);
        }
        turn.end();
        try {
            return in.readNBytes(1);
        } finally {
            turn.begin();
        }
    }

    /** The same work, begun when it is its turn. */
    Runnable during(Scheduler scheduler, Runnable work) {
        return () -> {
            Turn turn = new Turn(scheduler);
            turn.begin();
            CURRENT.set(turn);
            try {
                work.run();
            } finally {
                CURRENT.remove();
                turn.end();
            }
        };
    }

    /**
     * What a thread has while it works on a request. A thread that takes long probably waits for a slow receiver, and no
     * longer counts. For that thread alone: another one may go on with the request before this one has left it.
     */
    private final class Turn {

        private final Scheduler scheduler;
        private AtomicBoolean over = new AtomicBoolean(true);
        private Scheduler.@Nullable Task takesLong;

        Turn(Scheduler scheduler) {
            this.scheduler = scheduler;
        }

        /** Waits until it is this thread's turn. */
        private void begin() {
            free.acquireUninterruptibly();
            AtomicBoolean given = new AtomicBoolean();
            over = given;
            takesLong = scheduler.schedule(() -> giveBack(given), LONG.toMillis(), TimeUnit.MILLISECONDS);
        }

        private void end() {
            if (takesLong != null) {
                takesLong.cancel();
            }
            giveBack(over);
        }

        private void giveBack(AtomicBoolean given) {
            if (!given.getAndSet(true)) {
                free.release();
            }
        }
    }
}
