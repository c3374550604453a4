package dev.partnercatalog.operations.audit;

import dev.partnercatalog.operations.OperatorFault;
import java.time.Clock;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Performs actions that are recorded in the audit log. Nothing is done while the log can't be written to; if writing
 * fails only after the action, the result says so. Thread-safe.
 */
public final class Audit {

    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);

    private final AuditTrail trail;
    private final Clock clock;

    public Audit(AuditTrail trail, Clock clock) {
        this.trail = trail;
        this.clock = clock;
    }

    /** An action. */
    @FunctionalInterface
    public interface Work<T> {
        T run(AuditEntry entry);
    }

    /**
     * A completed action.
     *
     * @param unrecorded why it has no record, null if it has one
     */
    public record Done<T>(T result, @Nullable String unrecorded) {}

    /**
     * Performs an action and writes one record of it.
     *
     * @param action the name of the command that does this
     * @param target the object of the action
     * @throws OperatorFault if the log can't be written to, so that nothing was done; also throws what the work throws
     */
    public <T> Done<T> run(Actor actor, String action, String target, Work<T> work) {
        AuditEntry entry = new AuditEntry(actor, action, target, clock.instant());
        requireWritable(entry);
        return carryOut(entry, work);
    }

    /**
     * Like {@link #run}, except that an account without any permission to write to the log does the work without a
     * record.
     *
     * @param forbidden called in that case, before the work is done
     */
    public <T> Done<T> runEvenForbidden(Actor actor, String action, String target, Work<T> work, Runnable forbidden) {
        AuditEntry entry = new AuditEntry(actor, action, target, clock.instant());
        try {
            requireWritable(entry);
        } catch (OperatorFault e) {
            if (e.getCause() != null && e.getCause().getCause() instanceof TopicAuthorizationException) {
                forbidden.run();
                return new Done<>(work.run(entry), null);
            }
            throw e;
        }
        return carryOut(entry, work);
    }

    /** Like {@link #run}, for work that creates the log, so that writability can't be checked first. */
    public <T> Done<T> runUnasked(Actor actor, String action, String target, Work<T> work) {
        return carryOut(new AuditEntry(actor, action, target, clock.instant()), work);
    }

    private <T> Done<T> carryOut(AuditEntry entry, Work<T> work) {
        T result;
        try {
            result = work.run(entry);
        } catch (OperatorFault e) {
            entry.failed(String.valueOf(e.getMessage()));
            write(entry);
            throw e;
        } catch (RuntimeException | Error e) {
            entry.failedUnexpectedly();
            write(entry);
            throw e;
        }
        return new Done<>(result, write(entry));
    }

    /** Records that something was not allowed; if that fails, it is in the program's log. */
    public void refused(Actor actor, String action, String target, String why) {
        AuditEntry entry = new AuditEntry(actor, action, target, clock.instant());
        entry.refused(why);
        write(entry);
    }

    /** Records that something was done. If that fails, it was still done, and is in the program's log. */
    public void done(Actor actor, String action) {
        write(new AuditEntry(actor, action, "", clock.instant()));
    }

    /** Records that something was started and not finished. */
    public void brokenOff(Actor actor, String action, String target, String why) {
        AuditEntry entry = new AuditEntry(actor, action, target, clock.instant());
        entry.failed(why);
        write(entry);
    }

    private void requireWritable(AuditEntry entry) {
        try {
            trail.requireWritable(entry.record());
        } catch (OperatorFault e) {
            throw new OperatorFault("nothing was done: it can't be recorded in the audit log: " + e.getMessage(), e);
        }
    }

    /** Returns null, or why it could not be written. */
    private @Nullable String write(AuditEntry entry) {
        try {
            trail.write(entry.record());
            return null;
        } catch (RuntimeException e) {
            LOG.warn("not recorded in the audit log: {} ({})", entry.record(), String.valueOf(e.getMessage()));
            LOG.debug("can't write to the audit log", e);
            return String.valueOf(e.getMessage());
        }
    }
}
