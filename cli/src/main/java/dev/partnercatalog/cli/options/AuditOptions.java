package dev.partnercatalog.cli.options;

import dev.partnercatalog.operations.OnSignal;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.audit.Actor;
import dev.partnercatalog.operations.audit.Audit;
import dev.partnercatalog.operations.audit.AuditTrail;
import dev.partnercatalog.operations.audit.KafkaAuditTrail;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * What every command that changes something has in common: who runs it, and access to the audit log. Mixed in.
 *
 * <p>A command that is ended by a signal records that in the log; one that is killed can't.
 */
public final class AuditOptions {

    private final Function<ConnectionOptions, AuditTrail> trails;

    @Option(
            names = "--operator",
            paramLabel = "NAME",
            converter = InForm.Operator.class,
            defaultValue = "${env:CATALOG_OPERATOR}",
            description = {
                "Your name for the audit log. It is not checked.",
                "$CATALOG_OPERATOR, default: the user of the operating system"
            })
    private @Nullable String operator;

    public AuditOptions() {
        this(AuditOptions::connect);
    }

    public AuditOptions(Function<ConnectionOptions, AuditTrail> trails) {
        this.trails = trails;
    }

    private static AuditTrail connect(ConnectionOptions connection) {
        return new KafkaAuditTrail(connection.kafka(), connection.registry());
    }

    /**
     * Does a command's work and writes one record of it.
     *
     * @param command name of the command, such as {@code webhooks resume}
     * @param target the object of the action
     * @param work prints its result itself, before anything can be said about the record
     * @throws OperatorFault if the audit log can't be written to: then nothing was done, or the message says that it
     *     was; also throws what the work throws
     */
    public <T> T call(ConnectionOptions connection, String command, String target, Audit.Work<T> work) {
        Audit audit = audit(connection);
        Actor actor = Actor.ofCommand(operator);
        return recorded(audit.run(actor, command, target, untilSignal(audit, actor, command, target, work)));
    }

    /**
     * Like {@link #call}, for an account that may do the work but not write to the audit log, such as that of an
     * upstream team: the command then says so and does the work. The team's own producers would leave no record either.
     */
    public <T> T callEvenForbidden(
            ConnectionOptions connection, String command, String target, PrintWriter err, Audit.Work<T> work) {
        Audit audit = audit(connection);
        Actor actor = Actor.ofCommand(operator);
        return recorded(audit.runEvenForbidden(
                actor,
                command,
                target,
                untilSignal(audit, actor, command, target, work),
                () -> err.println("catalog: not recorded in the audit log: this account may not write to it")));
    }

    /**
     * Like {@link #call}, for work that creates the topics, including the audit log's, so that writability can't be
     * checked first.
     */
    public <T> T callUnasked(ConnectionOptions connection, String command, String target, Audit.Work<T> work) {
        Audit audit = audit(connection);
        Actor actor = Actor.ofCommand(operator);
        return recorded(audit.runUnasked(actor, command, target, untilSignal(audit, actor, command, target, work)));
    }

    /** Like {@link #call}, for work that a signal ends in an orderly way. */
    public <T> T callUntilStopped(ConnectionOptions connection, String command, String target, Audit.Work<T> work) {
        return recorded(audit(connection).run(Actor.ofCommand(operator), command, target, work));
    }

    private Audit audit(ConnectionOptions connection) {
        return new Audit(trails.apply(connection), Clock.systemUTC());
    }

    private static <T> T recorded(Audit.Done<T> done) {
        if (done.unrecorded() != null) {
            throw new OperatorFault("this was done, but not recorded in the audit log: " + done.unrecorded());
        }
        return done.result();
    }

    /** The work, which is also recorded if a signal ends the program meanwhile. */
    private static <T> Audit.Work<T> untilSignal(
            Audit audit, Actor actor, String command, String target, Audit.Work<T> work) {
        return entry -> {
            OnSignal ended = new OnSignal(
                    "audit-at-the-end",
                    () -> audit.brokenOff(actor, command, target, "ended by a signal before it was done"));
            try {
                return work.run(entry);
            } finally {
                ended.close();
            }
        };
    }
}
