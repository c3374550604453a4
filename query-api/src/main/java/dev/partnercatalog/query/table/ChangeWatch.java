package dev.partnercatalog.query.table;

import dev.partnercatalog.resolution.Scope;
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
 * Those who wait for a change of what a scope lists, without a thread each. They are woken together, a few times a second,
 * and less often the more they are: a company that changes all the time wakes all of its own each time. Thread-safe.
 */
public final class ChangeWatch implements AutoCloseable {

    private static final long PAUSE_MS = 50;

    /** A millisecond more for so many that were woken. */
    private static final int WOKEN_IN_A_MILLISECOND = 4;

    private final Map<Long, Set<Waiting>> byCompany = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> byOwner = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Set<Scope> changed = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService waking = newThread();
    private final int most;
    private final int mostOfOwner;
    private volatile boolean closed;

    /**
     * @param most that wait at once
     * @param mostOfOwner that wait at once for one owner
     */
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

    /** One who waits, or is about to: what changes after it is made wakes it. It is closed when it waits no more. */
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
         * Done when something may have changed since this was last called or made, when the time is over, or when nobody may
         * wait any more. It is completed by a thread that must not be held up.
         */
        public CompletableFuture<Void> changed(Duration atMost) {
            until = System.nanoTime() + atMost.toNanos();
            return woken;
        }

        /** To be called before a look that sees all changes so far: only later ones wake it from now on. */
        public void look() {
            if (woken.isDone() && !closed) {
                woken = new CompletableFuture<>();
            }
        }

        private boolean isConcerned(Set<Scope> scopes) {
            return scopes.contains(scope) || scopes.contains(Scope.ofCompany(scope.companyId()));
        }

        @Override
        public void close() {
            byCompany.computeIfPresent(scope.companyId(), (company, all) -> {
                if (all.remove(this)) {
                    waiting.decrementAndGet();
                    byOwner.computeIfPresent(owner, (name, count) -> count.decrementAndGet() == 0 ? null : count);
                }
                return all.isEmpty() ? null : all;
            });
        }
    }

    /**
     * Prepares to wait for changes at a scope.
     *
     * @param owner on whose behalf
     * @return null where too many wait already
     */
    public @Nullable Waiting watch(Scope scope, String owner) {
        if (waiting.incrementAndGet() > most) {
            waiting.decrementAndGet();
            return null;
        }
        boolean[] taken = {false};
        byOwner.compute(owner, (name, count) -> {
            AtomicInteger all = count == null ? new AtomicInteger() : count;
            taken[0] = all.get() < mostOfOwner;
            if (taken[0]) {
                all.incrementAndGet();
            }
            return all.get() == 0 ? null : all;
        });
        if (!taken[0]) {
            waiting.decrementAndGet();
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

    /** Whether nobody may wait any more. */
    public boolean isClosed() {
        return closed;
    }

    /** How many wait, or are being answered that may wait. */
    public int waiting() {
        return waiting.get();
    }

    /** A change that can be read: at a location, or at company scope, which concerns all locations. */
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

    /** Wakes all; who would wait from now on doesn't. */
    @Override
    public void close() {
        closed = true;
        waking.shutdown();
        List.copyOf(byCompany.values()).forEach(all -> all.forEach(one -> one.woken.complete(null)));
    }
}
