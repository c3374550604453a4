package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait for a change of what a scope lists, without a thread each. They are woken together, a few
 * times a second, and less often the more there are: a company that changes continually wakes all of its own each time.
 * Thread-safe.
 */
public final class ChangeWatch implements AutoCloseable {

    private static final long PAUSE_MS = 50;

    /** The pause grows by a millisecond for this many that were woken. */
    private static final int WOKEN_IN_A_MILLISECOND = 4;

    private final Map<Long, Set<Waiting>> byCompany = new ConcurrentHashMap<>();
    private final Map<String, Integer> byOwner = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Set<Scope> changed = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService waking = newThread();
    private final int most;
    private final int mostOfOwner;
    private volatile boolean closed;

    /** Lets a maximum number wait at the same time, in total and for one owner. */
    public ChangeWatch(int most, int mostOfOwner) {
        this.most = most;
        this.mostOfOwner = mostOfOwner;
        wakeAfter(PAUSE_MS);
    }

    private static ScheduledExecutorService newThread() {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "change-watch");
            thread.setDaemon(true);
            return thread;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return executor;
    }

    /** A request that waits, or is about to: changes after its creation wake it. Close it when it no longer waits. */
    public final class Waiting implements AutoCloseable {

        private final Scope scope;
        private final String owner;
        private volatile CompletableFuture<Void> woken = new CompletableFuture<>();
        private volatile long until = Long.MAX_VALUE;

        private Waiting(Scope scope, String owner) {
            this.scope = scope;
            this.owner = owner;
        }

        /**
         * Completes when something may have changed since this was last called or since creation, when the time is up,
         * or when waiting is no longer allowed. It is completed by a thread that must not be held up.
         */
        public CompletableFuture<Void> changed(Duration atMost) {
            until = System.nanoTime() + atMost.toNanos();
            return woken;
        }

        /** To be called before a read that sees all changes so far: from now on, only later ones wake it. */
        public void rearm() {
            if (woken.isDone() && !closed) {
                woken = new CompletableFuture<>();
            }
        }

        private boolean isConcerned(Set<Scope> scopes) {
            return scopes.contains(scope) || scopes.contains(scope.company());
        }

        @Override
        public void close() {
            byCompany.computeIfPresent(scope.companyId(), (company, all) -> {
                if (all.remove(this)) {
                    leave(owner);
                }
                return all.isEmpty() ? null : all;
            });
        }
    }

    /** Prepares to wait for changes at a scope on an owner's behalf; null if too many are already waiting. */
    public @Nullable Waiting watch(Scope scope, String owner) {
        int total = waiting.incrementAndGet();
        if (byOwner.merge(owner, 1, Integer::sum) > mostOfOwner || total > most) {
            leave(owner);
            return null;
        }
        Waiting one = new Waiting(scope, owner);
        byCompany.compute(scope.companyId(), (company, all) -> {
            Set<Waiting> ofCompany = all == null ? ConcurrentHashMap.newKeySet() : all;
            ofCompany.add(one);
            return ofCompany;
        });
        if (closed) {
            one.woken.complete(null);
        }
        return one;
    }

    private void leave(String owner) {
        waiting.decrementAndGet();
        byOwner.computeIfPresent(owner, (name, count) -> count == 1 ? null : count - 1);
    }

    /** Whether waiting is no longer allowed. */
    public boolean isClosed() {
        return closed;
    }

    /** Registers the metric of the requests that wait. */
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("catalog.changes.waiting", this, ChangeWatch::waiting)
                .description("Requests for changes that are waiting, or are being answered and may wait.")
                .register(registry);
    }

    /** The number of requests that wait, or are being answered and may wait. */
    public int waiting() {
        return waiting.get();
    }

    /** A readable change: at a location, or at company scope, which concerns all locations. */
    void changed(Scope scope) {
        if (byCompany.containsKey(scope.companyId())) {
            changed.add(scope);
        }
    }

    private void wake() {
        Set<Scope> scopes = Set.copyOf(changed);
        changed.removeAll(scopes);
        long now = System.nanoTime();
        Set<Long> companies = new HashSet<>();
        scopes.forEach(scope -> companies.add(scope.companyId()));
        int woken = 0;
        for (Map.Entry<Long, Set<Waiting>> company : byCompany.entrySet()) {
            boolean concerned = companies.contains(company.getKey());
            for (Waiting one : company.getValue()) {
                long until = one.until;
                boolean over = until != Long.MAX_VALUE && now - until >= 0;
                if (over || (concerned && one.isConcerned(scopes))) {
                    woken += one.woken.complete(null) ? 1 : 0;
                }
            }
        }
        if (!closed) {
            wakeAfter(PAUSE_MS + woken / WOKEN_IN_A_MILLISECOND);
        }
    }

    private void wakeAfter(long millis) {
        var unused = waking.schedule(this::wake, millis, TimeUnit.MILLISECONDS);
    }

    /** Wakes all; requests no longer wait from now on. */
    @Override
    public void close() {
        closed = true;
        waking.shutdown();
        List.copyOf(byCompany.values()).forEach(all -> all.forEach(one -> one.woken.complete(null)));
    }
}
