package dev.partnercatalog.console.access;

import dev.partnercatalog.operations.audit.Actor;
import dev.partnercatalog.operations.audit.Audit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records what is done at the console in the audit log. An action is recorded before its page is shown. Signing in and
 * out must work without brokers, so these records are written in the background. Refusals are counted, and written once
 * a minute, however many attempts there are. Thread-safe.
 */
public final class ConsoleAudit implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ConsoleAudit.class);

    /** The most refusals per minute with a separate record; all others share one. */
    static final int MOST_REFUSALS = 20;

    private static final int MOST_WAITING = 1_000;
    private static final long INTERVAL_SECONDS = 60;
    private static final long FAREWELL_SECONDS = 3;

    private record Refusal(Actor actor, String action, String why) {}

    private final Audit audit;
    private final Map<Refusal, Integer> refusals = new LinkedHashMap<>();
    private int others;
    private final ScheduledThreadPoolExecutor background = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "console-audit");
        thread.setDaemon(true);
        return thread;
    });

    public ConsoleAudit(Audit audit) {
        this.audit = audit;
        var unused = background.scheduleWithFixedDelay(
                this::tellRefusals, INTERVAL_SECONDS, INTERVAL_SECONDS, TimeUnit.SECONDS);
    }

    /** The actor behind a visitor. */
    public static Actor actor(Visitor visitor, String address) {
        String operator = visitor.operator();
        return operator == null ? Actor.stranger(address) : Actor.signedIn(operator, address);
    }

    /** Like {@link Audit#run}. */
    public <T> Audit.Done<T> run(Actor actor, String action, String target, Audit.Work<T> work) {
        return audit.run(actor, action, target, work);
    }

    /** Records an action that may happen without a record. */
    public void done(Actor actor, String action) {
        if (background.getQueue().size() >= MOST_WAITING) {
            LOG.warn("not recorded in the audit log, because too many records are waiting: {} by {}", action, actor);
            return;
        }
        background.execute(() -> audit.done(actor, action));
    }

    /** Records an attempt that isn't allowed. */
    public synchronized void refused(Actor actor, String action, String why) {
        Refusal refusal = new Refusal(actor, action, why);
        if (refusals.containsKey(refusal) || refusals.size() < MOST_REFUSALS) {
            refusals.merge(refusal, 1, Integer::sum);
        } else {
            others++;
        }
    }

    private void tellRefusals() {
        Map<Refusal, Integer> taken;
        int more;
        synchronized (this) {
            taken = new LinkedHashMap<>(refusals);
            more = others;
            refusals.clear();
            others = 0;
        }
        taken.forEach((refusal, count) -> audit.refused(
                refusal.actor(), refusal.action(), "", refusal.why() + (count == 1 ? "" : ", " + count + " times")));
        if (more > 0) {
            audit.refused(
                    Actor.stranger("several"), "others", "", more + " more attempts in a minute, by these or others");
        }
    }

    /** Writes what is left, for a few seconds at most. */
    @Override
    public void close() {
        if (background.isShutdown()) {
            return;
        }
        background.execute(this::tellRefusals);
        background.shutdown();
        try {
            if (!background.awaitTermination(FAREWELL_SECONDS, TimeUnit.SECONDS)) {
                background.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
