package dev.partnercatalog.operations.audit;

import dev.partnercatalog.operations.OperatorFault;
import java.time.Clock;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what is told to the audit log. Nothing is done while the log can't be written to; if that fails only once the action
 * was made, it says so. Thread-safe.
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
     * Something was done.
     *
     * @param unrecorded why there is no record of it; null where there is one
     */
    public record Done<T>(T result, @Nullable String unrecorded) {}

    /**
     * Does something and writes one record of it.
     *
     * @param action the name of the command that does this
     * @param target what it is done to
     * @throws OperatorFault where the log can't be written to, so that nothing was done; and what the work throws
     */
    public <T> Done<T> run(Actor actor, String action, String target, Work<T> work) {
        AuditEntry entry = new AuditEntry(actor, action, target, clock.instant());
        requireWritable(entry);
        return carryOut(entry, work);
    }

    /**
     * As {@link #run}; but an account that may not write to the log at all does the work without a record.
     *
     * @param forbidden is told of that, before the work is done
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

    /** As {@link #run}, for work that itself makes the log, so that it can't be asked before. */
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
            entry.failed(e);
            write(entry);
            throw e;
        }
        return new Done<>(result, write(entry));
    }

    /** Writes that something was not allowed; the log of the program has it where that fails. */
    public void refused(Actor actor, String action, String target, String why) {
        AuditEntry entry = new AuditEntry(actor, action, target, clock.instant());
        entry.refused(why);
        write(entry);
    }

    /** Writes that something was done, which is not kept from being done; the log of the program has it where that fails. */
    public void done(Actor actor, String action) {
        write(new AuditEntry(actor, action, "", clock.instant()));
    }

    /** Writes that something was begun and not ended. */
    public void brokenOff(Actor actor, String action, String target, String why) {
        AuditEntry entry = new AuditEntry(actor, action, target, clock.instant());
        entry.failed(why);
        write(entry);
    }

    private void requireWritable(AuditEntry entry) {
        try {
            trail.requireWritable(entry.record());
        } catch (OperatorFault e) {
            throw new OperatorFault("nothing was done, since it can't be noted in the audit log: " + e.getMessage(), e);
        }
    }

    /** Null, or why it could not be written. */
    private @Nullable String write(AuditEntry entry) {
        try {
            trail.write(entry.record());
            return null;
        } catch (RuntimeException e) {
            LOG.warn("the audit log has no record of this: {} ({})", entry.record(), String.valueOf(e.getMessage()));
            LOG.debug("it can't be written", e);
            return String.valueOf(e.getMessage());
        }
    }
}
