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
        T result;
        try {
            result = work.run(entry);
        } catch (OperatorFault e) {
            entry.failed(String.valueOf(e.getMessage()));
            write(entry);
            throw e;
        } catch (RuntimeException | Error e) {
            // Its message is of no form that we know.
            entry.failed(e.getClass().getSimpleName());
            write(entry);
            throw e;
        }
        return new Done<>(result, write(entry));
    }

    /** Whether this account may not write to the log, whatever happens; false where that can't be told. */
    public boolean isForbidden(Actor actor) {
        try {
            trail.requireWritable(new AuditEntry(actor, "", "", clock.instant()).record());
            return false;
        } catch (OperatorFault e) {
            return e.getCause() instanceof TopicAuthorizationException;
        }
    }

    /** Does something and writes nothing of it. */
    public <T> T unrecorded(Actor actor, String action, String target, Work<T> work) {
        return work.run(new AuditEntry(actor, action, target, clock.instant()));
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
            LOG.warn("the audit log has no record of this: {}", entry.record(), e);
            return String.valueOf(e.getMessage());
        }
    }
}
