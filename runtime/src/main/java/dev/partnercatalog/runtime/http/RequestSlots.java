package dev.partnercatalog.runtime.http;

import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Lets a number of threads answer requests. Some more requests wait for a moment, without a thread, and the others get a
 * 503 at once (D20). Requests with the same {@code Authorization} have at most eight slots for each processor, or
 * sixteen, and half of the places to wait, so a caller that floods mostly waits for itself. Thread-safe.
 *
 * <p>The server's own {@code QoSHandler} knows no callers, and keeps a slot while a request waits for an event.
 */
public final class RequestSlots extends Handler.Wrapper {

    private static final String ATTRIBUTE = RequestSlots.class.getName();
    private static final int WAITING_PER_SLOT = 4;

    /** More threads of one caller would be slower for it, and for everybody. */
    static final int MOST_OF_CALLER = Math.max(16, 8 * Runtime.getRuntime().availableProcessors());

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    /** Passing a request to another thread costs some 20 µs, which matters only while there are few requests. */
    private static final int ANSWERED_ON_ARRIVAL = HttpServer.ARRIVAL_THREADS / 4;

    /** The requests of one caller. */
    private static final class Caller {

        private final String authorization;
        private final int mostAnswered;
        private final int mostWaiting;
        private int waiting;
        private int answered;

        Caller(String authorization, int mostAnswered, int mostWaiting) {
            this.authorization = authorization;
            this.mostAnswered = mostAnswered;
            this.mostWaiting = mostWaiting;
        }
    }

    private final int slots;
    private final int mostWaiting;
    private final Set<String> unbounded;
    private final Semaphore onArrival = new Semaphore(ANSWERED_ON_ARRIVAL);
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Caller> callers = new HashMap<>();
    private final Deque<Visit> waiting = new ArrayDeque<>();
    private int free;

    /** @param unbounded the paths whose requests are always answered */
    RequestSlots(int slots, Set<String> unbounded) {
        this.slots = slots;
        this.free = slots;
        this.mostWaiting = WAITING_PER_SLOT * slots;
        this.unbounded = unbounded;
    }

    /**
     * Continues a request when an event has occurred, in one of the server's threads, once there is a slot again. The
     * handler passes the result to {@link Context#future} and returns, which frees its slot; the request is answered when
     * the future that {@code then} returns is complete. Callers must limit how many requests wait, and for how long.
     *
     * @param event completed by any thread, which isn't held up
     * @param then may wait again; its exceptions are answered as if the handler had thrown them
     */
    public static CompletableFuture<Void> untilEvent(
            Context context, CompletableFuture<Void> event, Supplier<CompletableFuture<Void>> then) {
        if (!(context.req().getAttribute(ATTRIBUTE) instanceof Visit visit)) {
            throw new IllegalStateException("a request that is always answered can't wait");
        }
        // An idle connection is closed after the time a request may take, which is also the longest wait.
        // The longer timeout stays: shortening it after the wait would close the connection at once.
        visit.endPoint().setIdleTimeout(HttpServer.BETWEEN_REQUESTS_MS);
        return event.thenComposeAsync(happened -> then.get(), visit::resume);
    }

    /** Closes the connection of a request, unless the request needs no slot: such responses are short. */
    static void cutOff(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Visit visit) {
            visit.endPoint().close();
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (unbounded.contains(Request.getPathInContext(request))) {
            return super.handle(request, response, callback);
        }
        Visit visit = enter(request, response, callback);
        if (visit == null) {
            Response.writeError(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503);
        } else if (!visit.waits && onArrival.tryAcquire()) {
            try {
                visit.run();
            } finally {
                onArrival.release();
            }
        } else if (!visit.waits) {
            execute(visit);
        }
        return true;
    }

    private void execute(@Nullable Runnable work) {
        if (work != null) {
            getServer().getThreadPool().execute(work);
        }
    }

    private boolean answerNext(Request request, Response response, Callback callback) throws Exception {
        return super.handle(request, response, callback);
    }

    /** Requests without authorization are refused at once or cost little. */
    private Caller caller(String authorization) {
        return callers.computeIfAbsent(
                authorization,
                added -> added.isEmpty()
                        ? new Caller(added, slots, mostWaiting)
                        : new Caller(added, MOST_OF_CALLER, mostWaiting / 2));
    }

    private void forget(Caller caller) {
        if (caller.answered == 0 && caller.waiting == 0) {
            callers.remove(caller.authorization);
        }
    }

    /** Takes a slot, or a place to wait for one; null if there is neither. */
    private @Nullable Visit enter(Request request, Response response, Callback callback) {
        String authorization = Objects.requireNonNullElse(request.getHeaders().get(HttpHeader.AUTHORIZATION), "");
        lock.lock();
        try {
            Caller caller = caller(authorization);
            boolean waits = free == 0 || caller.answered >= caller.mostAnswered;
            Visit visit = new Visit(request, response, callback, caller, waits);
            if (!waits) {
                visit.take();
            } else if (waiting.size() < mostWaiting && caller.waiting < caller.mostWaiting) {
                caller.waiting++;
                waiting.addLast(visit);
                visit.expiry = request.getComponents()
                        .getScheduler()
                        .schedule(visit::expire, LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
            } else {
                forget(caller);
                return null;
            }
            return visit;
        } finally {
            lock.unlock();
        }
    }

    /** Gives a slot that is free to the first request that waits and whose caller hasn't enough of them. */
    private @Nullable Visit next() {
        for (Iterator<Visit> each = waiting.iterator(); free > 0 && each.hasNext(); ) {
            Visit visit = each.next();
            if (visit.caller.answered < visit.caller.mostAnswered) {
                each.remove();
                visit.caller.waiting--;
                visit.take();
                return visit;
            }
        }
        return null;
    }

    /** A request, which has a slot while a thread works on it. */
    private final class Visit implements Runnable {

        private final Request request;
        private final Response response;
        private final Callback callback;

        /** On arrival. */
        private final boolean waits;

        private Caller caller;
        private Scheduler.@Nullable Task expiry;
        private volatile Runnable work = this::answer;

        Visit(Request request, Response response, Callback callback, Caller caller, boolean waits) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            this.caller = caller;
            this.waits = waits;
        }

        private EndPoint endPoint() {
            return request.getConnectionMetaData().getConnection().getEndPoint();
        }

        private void take() {
            free--;
            caller.answered++;
            if (expiry != null) {
                // Otherwise the request would stay in memory until then.
                expiry.cancel();
                expiry = null;
            }
        }

        private void expire() {
            lock.lock();
            try {
                if (expiry == null || !waiting.remove(this)) {
                    return;
                }
                caller.waiting--;
                forget(caller);
            } finally {
                lock.unlock();
            }
            execute(() -> Response.writeError(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503));
        }

        @Override
        public void run() {
            try {
                work.run();
            } finally {
                leave();
            }
        }

        private void answer() {
            request.setAttribute(ATTRIBUTE, this);
            try {
                // Work on a request whose connection is closed would be what an attacker wants.
                if (!endPoint().isOpen()) {
                    callback.failed(new EofException("the connection was closed while the request waited"));
                } else if (!answerNext(request, response, callback)) {
                    Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
                }
            } catch (Exception | LinkageError | StackOverflowError e) {
                Response.writeError(request, response, callback, HttpStatus.INTERNAL_SERVER_ERROR_500, null, e);
            }
        }

        private void leave() {
            Visit next;
            lock.lock();
            try {
                free++;
                caller.answered--;
                next = next();
                forget(caller);
            } finally {
                lock.unlock();
            }
            execute(next);
        }

        private void resume(Runnable then) {
            work = then;
            Visit next;
            lock.lock();
            try {
                caller = caller(caller.authorization);
                caller.waiting++;
                waiting.addFirst(this);
                next = next();
            } finally {
                lock.unlock();
            }
            execute(next);
        }
    }
}
