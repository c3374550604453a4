package dev.partnercatalog.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Answers 503 to what is too much, rather than to let everything become slow (D20). A request that waits holds no thread.
 * Thread-safe.
 *
 * <p>The server's own {@code QoSHandler} (Jetty 12.1.13, at least) gives a place back when the request's stream completes. For
 * some requests whose connections close while they are being answered it never does, so a sender of half bodies took all
 * places for good. Here a place is given back when the answer is complete, or when nobody waits for it and nobody works at
 * it.
 */
final class LoadShedding extends Handler.Wrapper {

    private static final int WAITING_PER_RUNNING = 4;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final int mostWaiting;
    private final Set<String> unbounded;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Admission> waiting = new ArrayDeque<>();
    private int places;

    /** @param unbounded the paths whose requests are always answered */
    LoadShedding(int maxConcurrentRequests, Set<String> unbounded) {
        this.places = maxConcurrentRequests;
        this.mostWaiting = WAITING_PER_RUNNING * maxConcurrentRequests;
        this.unbounded = unbounded;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (unbounded.contains(Request.getPathInContext(request))) {
            return super.handle(request, response, callback);
        }
        Admission admission = new Admission(request, response, callback);
        boolean admitted;
        lock.lock();
        try {
            admitted = places > 0;
            if (admitted) {
                places--;
            } else if (waiting.size() < mostWaiting) {
                waiting.add(admission);
                request.getComponents()
                        .getScheduler()
                        .schedule(() -> expire(admission), LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
                return true;
            }
        } finally {
            lock.unlock();
        }
        if (admitted) {
            return admission.answer();
        }
        Response.writeError(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503);
        return true;
    }

    private void expire(Admission admission) {
        lock.lock();
        try {
            if (!waiting.remove(admission)) {
                return;
            }
        } finally {
            lock.unlock();
        }
        getServer().getThreadPool().execute(admission::refuse);
    }

    /** The place goes to the one that has waited longest. */
    private void giveBack() {
        Admission next;
        lock.lock();
        try {
            next = waiting.poll();
            if (next == null) {
                places++;
                return;
            }
        } finally {
            lock.unlock();
        }
        getServer().getThreadPool().execute(next::answerAfterWait);
    }

    private boolean next(Request request, Response response, Callback callback) throws Exception {
        return super.handle(request, response, callback);
    }

    /** A request that has a place or waits for one. */
    private final class Admission implements Callback {

        private final Request request;
        private final Response response;
        private final Callback callback;
        private boolean left;
        private boolean abandoned;
        private boolean givenBack;

        Admission(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
        }

        /** Whose connection has gone needs no answer; to work at one would be what an attacker wants. */
        private boolean isOpen() {
            return request.getConnectionMetaData().getConnection().getEndPoint().isOpen();
        }

        boolean answer() throws Exception {
            boolean handled = false;
            try {
                request.addFailureListener(failure -> update(false, true, false));
                if (isOpen()) {
                    handled = next(request, response, this);
                } else {
                    handled = true;
                    failed(new EofException("the connection was closed while the body was awaited"));
                }
                return handled;
            } finally {
                update(true, !isOpen(), !handled);
            }
        }

        void answerAfterWait() {
            try {
                if (!answer()) {
                    Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
                }
            } catch (Exception | LinkageError | StackOverflowError e) {
                Response.writeError(request, response, callback, HttpStatus.INTERNAL_SERVER_ERROR_500, null, e);
            }
        }

        void refuse() {
            Response.writeError(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503);
        }

        @Override
        public void succeeded() {
            try {
                callback.succeeded();
            } finally {
                update(false, false, true);
            }
        }

        @Override
        public void failed(@Nullable Throwable failure) {
            try {
                callback.failed(failure);
            } finally {
                update(false, false, true);
            }
        }

        @Override
        public InvocationType getInvocationType() {
            return callback.getInvocationType();
        }

        /**
         * Gives the place back, once, if that is due.
         *
         * @param hasLeft the thread that answers has left
         * @param isAbandoned nobody waits for the answer
         * @param isDone the answer is complete, or there is none
         */
        private void update(boolean hasLeft, boolean isAbandoned, boolean isDone) {
            lock.lock();
            try {
                left |= hasLeft;
                abandoned |= isAbandoned;
                if (givenBack || !(isDone || (left && abandoned))) {
                    return;
                }
                givenBack = true;
            } finally {
                lock.unlock();
            }
            giveBack();
        }
    }
}
