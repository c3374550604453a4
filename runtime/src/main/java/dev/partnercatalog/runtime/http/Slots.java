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
 * Answers a number of requests at a time. Some more wait for a moment, without a thread, and the others get a 503 at once
 * (D20). Requests with the same {@code Authorization} have at most eight slots for each processor, or sixteen, and half
 * of the places to wait, so a caller that floods mostly waits for itself. Thread-safe.
 *
 * <p>The server's own {@code QoSHandler} knows no callers, and keeps a slot while a request waits for an event.
 */
public final class Slots extends Handler.Wrapper {

    private static final String ATTRIBUTE = Slots.class.getName();
    private static final int WAITING_PER_SLOT = 4;

    /** More threads of one caller would be slower for it, and for everybody. */
    static final int MOST_OF_CALLER = Math.max(16, 8 * Runtime.getRuntime().availableProcessors());

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    /** Passing a request to another thread costs some 20 µs, which matters only while there are few requests. */
    private static final int ANSWERED_ON_ARRIVAL = Hardening.ARRIVAL_THREADS / 4;

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

    private final Deque<Slot> waiting = new ArrayDeque<>();
    private int free;

    /** @param unbounded the paths whose requests are always answered */
    Slots(int slots, Set<String> unbounded) {
        this.slots = slots;
        this.free = slots;
        this.mostWaiting = WAITING_PER_SLOT * slots;
        this.unbounded = unbounded;
    }

    /**
     * Gives a request's slot back until an event has occurred, and then continues in one of the server's threads, once
     * there is a slot again. The handler passes the result to {@link Context#future} and returns; the request is
     * answered when the future that {@code then} returns is complete. Callers must limit how many requests wait, and for
     * how long.
     *
     * @param event completed by any thread, which isn't held up
     * @param then may wait again; its exceptions are answered as if the handler had thrown them
     */
    public static CompletableFuture<Void> untilEvent(
            Context context, CompletableFuture<Void> event, Supplier<CompletableFuture<Void>> then) {
        if (!(context.req().getAttribute(ATTRIBUTE) instanceof Slot slot)) {
            throw new IllegalStateException("a request that is always answered can't wait");
        }
        slot.pause();
        return event.thenComposeAsync(happened -> then.get(), slot::resume);
    }

    /** Closes the connection of a request, unless the request needs no slot: such responses are short. */
    static void cutOff(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Slot slot) {
            slot.endPoint().close();
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (unbounded.contains(Request.getPathInContext(request))) {
            return super.handle(request, response, callback);
        }
        Slot slot = enter(request, response, callback);
        if (slot == null) {
            Response.writeError(request, response, callback, HttpStatus.SERVICE_UNAVAILABLE_503);
        } else if (!slot.waits) {
            answer(slot);
        } else {
            slot.expiry = request.getComponents()
                    .getScheduler()
                    .schedule(() -> expire(slot), LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        }
        return true;
    }

    private void answer(Slot slot) {
        if (!onArrival.tryAcquire()) {
            execute(slot);
            return;
        }
        try {
            slot.run();
        } finally {
            onArrival.release();
        }
    }

    private void execute(@Nullable Runnable work) {
        if (work != null) {
            getServer().getThreadPool().execute(work);
        }
    }

    private boolean answerNext(Request request, Response response, Callback callback) throws Exception {
        return super.handle(request, response, callback);
    }

    /** A slot, or a place to wait for one; null if there is neither. */
    private @Nullable Slot enter(Request request, Response response, Callback callback) {
        String authorization = Objects.requireNonNullElse(request.getHeaders().get(HttpHeader.AUTHORIZATION), "");
        lock.lock();
        try {
            Caller caller = callers.computeIfAbsent(authorization, this::newCaller);
            boolean waits = free == 0 || caller.answered >= caller.mostAnswered;
            Slot slot = new Slot(request, response, callback, caller, waits);
            if (!waits) {
                slot.take();
            } else if (waiting.size() < mostWaiting && caller.waiting < caller.mostWaiting) {
                caller.waiting++;
                waiting.addLast(slot);
            } else {
                forget(caller);
                return null;
            }
            return slot;
        } finally {
            lock.unlock();
        }
    }

    /** Requests without authorization are refused at once or cost little. */
    private Caller newCaller(String authorization) {
        return authorization.isEmpty()
                ? new Caller(authorization, slots, mostWaiting)
                : new Caller(authorization, MOST_OF_CALLER, mostWaiting / 2);
    }

    private void expire(Slot slot) {
        lock.lock();
        try {
            if (slot.admitted || !waiting.remove(slot)) {
                return;
            }
            slot.caller.waiting--;
            forget(slot.caller);
        } finally {
            lock.unlock();
        }
        execute(() ->
                Response.writeError(slot.request, slot.response, slot.callback, HttpStatus.SERVICE_UNAVAILABLE_503));
    }

    /** Gives a slot that is free to the first request that waits and whose caller hasn't enough of them. */
    private @Nullable Slot next() {
        for (Iterator<Slot> each = waiting.iterator(); each.hasNext(); ) {
            Slot slot = each.next();
            if (slot.caller.answered < slot.caller.mostAnswered) {
                each.remove();
                slot.caller.waiting--;
                slot.take();
                return slot;
            }
        }
        return null;
    }

    private void forget(Caller caller) {
        if (caller.answered == 0 && caller.waiting == 0) {
            callers.remove(caller.authorization);
        }
    }

    /** A request that has a slot, waits for one, or has given it back until an event occurs. */
    private final class Slot implements Callback, Runnable {

        private final Request request;
        private final Response response;
        private final Callback callback;

        /** On arrival. */
        private final boolean waits;

        private Caller caller;
        private boolean admitted;
        private boolean held;
        private boolean left;
        private boolean abandoned;
        private volatile Runnable work = this::answer;
        private volatile Scheduler.@Nullable Task expiry;

        Slot(Request request, Response response, Callback callback, Caller caller, boolean waits) {
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
            admitted = true;
            held = true;
            left = false;
        }

        @Override
        public void run() {
            Scheduler.Task scheduled = expiry;
            if (scheduled != null) {
                // Otherwise the request would stay in memory until then.
                scheduled.cancel();
            }
            try {
                work.run();
            } finally {
                update(true, !endPoint().isOpen(), false);
            }
        }

        private void answer() {
            request.setAttribute(ATTRIBUTE, this);
            request.addFailureListener(failure -> update(false, true, false));
            try {
                // Work on a request whose connection is closed would be what an attacker wants.
                if (!endPoint().isOpen()) {
                    failed(new EofException("the connection was closed while the request waited"));
                } else if (!answerNext(request, response, this)) {
                    Response.writeError(request, response, this, HttpStatus.NOT_FOUND_404);
                }
            } catch (Exception | LinkageError | StackOverflowError e) {
                Response.writeError(request, response, this, HttpStatus.INTERNAL_SERVER_ERROR_500, null, e);
            }
        }

        private void pause() {
            // An idle connection is closed after the time a request may take, which is also the longest wait.
            // The longer timeout stays: shortening it after the wait would close the connection at once.
            endPoint().setIdleTimeout(Hardening.BETWEEN_REQUESTS_MS);
            update(false, false, true);
        }

        private void resume(Runnable then) {
            work = then;
            Slot next;
            lock.lock();
            try {
                caller = callers.computeIfAbsent(caller.authorization, Slots.this::newCaller);
                caller.waiting++;
                waiting.addFirst(this);
                next = free > 0 ? next() : null;
            } finally {
                lock.unlock();
            }
            execute(next);
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
         * Gives the slot back, once, if it is time to: the response is complete, or nobody waits for it and no thread
         * works on it. A response whose connection was closed may never be completed.
         */
        private void update(boolean hasLeft, boolean isAbandoned, boolean isDone) {
            Slot next;
            lock.lock();
            try {
                left |= hasLeft;
                abandoned |= isAbandoned;
                if (!held || !(isDone || (left && abandoned))) {
                    return;
                }
                held = false;
                free++;
                caller.answered--;
                next = next();
                forget(caller);
            } finally {
                lock.unlock();
            }
            execute(next);
        }
    }
}
