package dev.partnercatalog.query.table;

import dev.partnercatalog.query.access.PartnerSlots;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.http.HttpProblem;
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
    private final Set<Scope> changed = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService waking = newThread();
    private final PartnerSlots slots;
    private volatile boolean closed;

    /** Lets a maximum number wait at the same time, in total and for one partner. */
    public ChangeWatch(int most, int mostOfPartner) {
        this.slots = new PartnerSlots(most, mostOfPartner, "waits for changes", "Wait until one of them is answered.");
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
        private final PartnerSlots.Slot slot;
        private volatile CompletableFuture<Void> woken = new CompletableFuture<>();
        private volatile long until = Long.MAX_VALUE;

        private Waiting(Scope scope, PartnerSlots.Slot slot) {
            this.scope = scope;
            this.slot = slot;
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
                    slot.close();
                }
                return all.isEmpty() ? null : all;
            });
        }
    }

    /** Prepares to wait for changes at a scope; throws {@link HttpProblem} (429 or 503) if too many are waiting. */
    public Waiting watch(Scope scope, String partnerId) {
        Waiting one = new Waiting(scope, slots.take(partnerId));
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
        return byCompany.values().stream().mapToInt(Set::size).sum();
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
