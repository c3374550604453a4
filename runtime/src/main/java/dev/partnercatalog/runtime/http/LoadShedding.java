package dev.partnercatalog.runtime.http;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Answers excess requests with 503 instead of letting everything become slow (D20). A waiting request holds no thread.
 * Only a few requests are answered by the threads in which they arrive, which must not all wait for a slow body or
 * receiver; the others are answered by the server's threads. Thread-safe.
 *
 * <p>The server's own {@code QoSHandler} (at least in Jetty 12.1.13) frees a slot when the request's stream completes.
 * For some requests whose connections close while they are being answered, it never does, so a client sending partial
 * bodies could occupy all slots for good. Here a slot is freed when the response is complete, or when nobody waits for
 * it and no thread works on it.
 */
final class LoadShedding extends Handler.Wrapper {

    private static final String ATTRIBUTE = LoadShedding.class.getName();
    private static final int WAITING_PER_RUNNING = 4;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    /** Passing a request to another thread costs some 20 µs, which matters only while there are few requests. */
    private static final int ANSWERED_ON_ARRIVAL = Hardening.ARRIVAL_THREADS / 4;

    private final int mostWaiting;
    private final Set<String> unbounded;
    private final Turns turns = new Turns();
    private final Semaphore onArrival = new Semaphore(ANSWERED_ON_ARRIVAL);
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Admission> waiting = new ArrayDeque<>();
    private final Deque<Admission> resuming = new ArrayDeque<>();
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
                admission.takePlace();
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
        if (admitted && onArrival.tryAcquire()) {
            try {
                return admission.answer();
            } finally {
                onArrival.release();
            }
        }
        if (admitted) {
            admission.execute(admission::answerAfterWait);
            return true;
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

    /**
     * Gives the slot to the request that has waited longest; those that had a slot before they started waiting come
     * first.
     */
    private void giveBack() {
        Admission next;
        lock.lock();
        try {
            next = resuming.isEmpty() ? waiting.poll() : resuming.poll();
            if (next == null) {
                places++;
                return;
            }
            next.takePlace();
        } finally {
            lock.unlock();
        }
        next.execute(next::answerAfterWait);
    }

    /**
     * The slot of a request that is being answered.
     *
     * @throws IllegalStateException if the request needs none
     */
    static Admission of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Admission admission) {
            return admission;
        }
        throw new IllegalStateException("a request that is always answered can't wait");
    }

    /** Closes the connection of a request, unless the request needs no slot: such responses are short. */
    static void cutOff(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Admission admission) {
            admission.endPoint().close();
        }
    }

    private boolean next(Request request, Response response, Callback callback) throws Exception {
        return super.handle(request, response, callback);
    }

    /** A request that has a slot or waits for one. */
    final class Admission implements Callback {

        private final Request request;
        private final Response response;
        private final Callback callback;
        private boolean left;
        private boolean abandoned;
        private boolean hasPlace;
        private volatile @Nullable Runnable resumed;

        Admission(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
        }

        private void takePlace() {
            hasPlace = true;
            left = false;
        }

        /** A request whose connection is closed needs no response; working on one would be what an attacker wants. */
        private boolean isOpen() {
            return endPoint().isOpen();
        }

        private EndPoint endPoint() {
            return request.getConnectionMetaData().getConnection().getEndPoint();
        }

        boolean answer() throws Exception {
            boolean handled = false;
            request.setAttribute(ATTRIBUTE, this);
            try {
                request.addFailureListener(failure -> update(false, true, false));
                if (isOpen()) {
                    handled = next(request, response, this);
                } else {
                    handled = true;
                    failed(new EofException("the connection was closed while waiting for the body"));
                }
                return handled;
            } finally {
                update(true, !isOpen(), !handled);
            }
        }

        /** Works on the request in one of the server's threads. */
        private void execute(Runnable work) {
            getServer()
                    .getThreadPool()
                    .execute(turns.during(request.getComponents().getScheduler(), work));
        }

        void answerAfterWait() {
            Runnable answering = resumed;
            if (answering != null) {
                goOn(answering);
                return;
            }
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
         * Frees the slot, once, if it is time to.
         *
         * @param hasLeft the answering thread has left
         * @param isAbandoned nobody waits for the response
         * @param isDone the response is complete, or there is none
         */
        private void update(boolean hasLeft, boolean isAbandoned, boolean isDone) {
            lock.lock();
            try {
                left |= hasLeft;
                abandoned |= isAbandoned;
                if (!hasPlace || !(isDone || (left && abandoned))) {
                    return;
                }
                hasPlace = false;
            } finally {
                lock.unlock();
            }
            giveBack();
        }

        /** Frees the slot before the response is complete. */
        void pause() {
            // An idle connection is closed after the time a request may take, which is also the longest wait.
            // The longer timeout stays: shortening it after the wait would close the connection at once.
            endPoint().setIdleTimeout(Hardening.BETWEEN_REQUESTS_MS);
            update(false, false, true);
        }

        /** Continues with the response in one of the server's threads once there is a slot again. */
        void resume(Runnable answering) {
            resumed = answering;
            lock.lock();
            try {
                if (places == 0) {
                    resuming.add(this);
                    return;
                }
                places--;
                takePlace();
            } finally {
                lock.unlock();
            }
            execute(() -> goOn(answering));
        }

        private void goOn(Runnable answering) {
            try {
                answering.run();
            } finally {
                update(true, !isOpen(), false);
            }
        }
    }
}
