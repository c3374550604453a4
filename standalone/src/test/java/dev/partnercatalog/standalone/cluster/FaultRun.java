package dev.partnercatalog.standalone.cluster;

import static org.awaitility.Awaitility.await;

import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.cluster.FaultPlan.Fault;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes faults happen, and knows when each one did. One thread makes the faults; others may query them. */
final class FaultRun {
    private static final Logger LOG = LoggerFactory.getLogger(FaultRun.class);
    private static final int LAST_LINES = 5;

    /** One of the last lines of an instance that ends by itself, to be started again by its supervisor. */
    private static final Pattern END =
            Pattern.compile("Ending the process: its (clock was set back|local stores stood still)"
                    + "|^catalog: .*(its disk is full|the brokers (returned an error|didn't respond))");

    private final Map<Fault, Instant> begun = new ConcurrentHashMap<>();
    private final Map<Fault, Instant> ended = new ConcurrentHashMap<>();
    private final Set<Object> killed = new HashSet<>();

    /**
     * Makes each fault of a plan in turn. If one takes time to begin or end, as a starting broker does, all the
     * following ones are delayed by as much, so that each lasts as long as it should.
     */
    void make(FaultPlan plan, Cluster cluster) throws Exception {
        long start = System.nanoTime();
        for (FaultPlan.Planned step : plan.steps()) {
            long wait = start + step.at().toNanos() - System.nanoTime();
            // This waits for nothing: the plan's time passes.
            TimeUnit.NANOSECONDS.sleep(Math.max(0, wait));
            start += Math.max(0, -wait);
            supervise(cluster);
            if (step.begins()) {
                begin(step.fault());
            } else {
                end(step.fault());
            }
        }
    }

    private void begin(Fault fault) throws Exception {
        LOG.info("begins: {}", fault);
        begun.put(fault, Instant.now());
        if (fault.kind() == Fault.Kind.KILL) {
            killed.add(fault.subject());
        }
        fault.begin().run();
    }

    private void end(Fault fault) throws Exception {
        fault.end().run();
        ended.put(fault, Instant.now());
        if (fault.kind() == Fault.Kind.KILL) {
            killed.remove(fault.subject());
        }
        LOG.info("ended: {}", fault);
    }

    /**
     * Does what a supervisor does: restarts instances that ended because their clocks were set back, or ahead by days, or
     * because they could not start without brokers or disk space. No other instance ends unless it is killed.
     */
    private void supervise(Cluster cluster) throws IOException {
        for (ApplicationProcess instance : cluster.instances()) {
            if (killed.contains(instance) || instance.isAlive()) {
                continue;
            }
            String log = instance.log();
            // Other threads may still say something after that.
            List<String> lines = log.lines().toList();
            String end = lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()).stream()
                    .filter(line -> END.matcher(line).find())
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(instance + " ended by itself:\n" + log));
            LOG.info("{} is started again: {}", instance, end);
            instance.start();
        }
    }

    /** Waits until all instances are ready, for some of which that may take another start. */
    void awaitReady(Cluster cluster) {
        await("all instances are ready").atMost(ApplicationProcess.START).until(() -> {
            supervise(cluster);
            for (ApplicationProcess instance : cluster.instances()) {
                if (!instance.isReady()) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Whether a fault existed at some moment between two times, or had ended less than {@code after} before. */
    boolean wasAny(Predicate<Fault> which, Duration after, Instant from, Instant to) {
        Instant soonest = from.minus(after);
        return begun.entrySet().stream()
                .filter(fault -> which.test(fault.getKey()))
                .anyMatch(fault -> !fault.getValue().isAfter(to)
                        && !ended.getOrDefault(fault.getKey(), Instant.MAX).isBefore(soonest));
    }
}
