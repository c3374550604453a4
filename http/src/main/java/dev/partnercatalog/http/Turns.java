package dev.partnercatalog.http;

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Lets only as many threads work on requests at a time as the processors can advance. If hundreds worked at once, each
 * would be slow, and so would the threads that receive requests. Thread-safe.
 */
final class Turns {

    private static final int MOST = 8 * Runtime.getRuntime().availableProcessors();

    /** Longer than a large request takes among so many. */
    private static final Duration LONG = Duration.ofMillis(500);

    private static final String ATTRIBUTE = Turns.class.getName();

    private final Semaphore free = new Semaphore(MOST, true);

    /**
     * Reads up to a number of bytes of a request's body. While none are there, another request takes the turn: senders
     * may be slow.
     */
    static byte[] read(HttpServletRequest request, ServletInputStream in, int most) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (body.size() < most && !in.isFinished()) {
            body.writeBytes(readSome(request, in, most - body.size()));
        }
        return body.toByteArray();
    }

    /** Like {@link #read}, but returns as soon as there are any bytes; none at the end. */
    static byte[] readSome(HttpServletRequest request, ServletInputStream in, int most) throws IOException {
        int there = in.available();
        return there > 0 ? in.readNBytes(Math.min(there, most)) : await(request, in);
    }

    /** Waits for the next byte; returns none at the end. */
    private static byte[] await(HttpServletRequest request, InputStream in) throws IOException {
        if (!(request.getAttribute(ATTRIBUTE) instanceof Turn turn) || !turn.end()) {
            return in.readNBytes(1);
        }
        try {
            return in.readNBytes(1);
        } finally {
            turn.begin();
        }
    }

    /**
     * What a thread has while it works on a request. A thread that takes long probably waits for a slow receiver, and no
     * longer counts. For use by one thread at a time.
     */
    final class Turn {

        private final Scheduler scheduler;
        private @Nullable AtomicBoolean over;
        private Scheduler.@Nullable Task takesLong;

        Turn(Request request) {
            scheduler = request.getComponents().getScheduler();
            request.setAttribute(ATTRIBUTE, this);
        }

        /** The same work, begun when it is its turn. */
        Runnable during(Runnable work) {
            return () -> {
                begin();
                try {
                    work.run();
                } finally {
                    end();
                }
            };
        }

        /** Waits until it is this thread's turn. */
        private void begin() {
            free.acquireUninterruptibly();
            AtomicBoolean given = new AtomicBoolean();
            over = given;
            takesLong = scheduler.schedule(() -> giveBack(given), LONG.toMillis(), TimeUnit.MILLISECONDS);
        }

        /** Returns whether it had begun. */
        private boolean end() {
            AtomicBoolean given = over;
            if (given == null || takesLong == null) {
                return false;
            }
            takesLong.cancel();
            giveBack(given);
            over = null;
            return true;
        }

        private void giveBack(AtomicBoolean given) {
            if (!given.getAndSet(true)) {
                free.release();
            }
        }
    }
}
