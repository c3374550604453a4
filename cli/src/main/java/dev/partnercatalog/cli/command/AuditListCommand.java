package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.audit.AuditFilter;
import dev.partnercatalog.operations.audit.AuditLog;
import dev.partnercatalog.operations.audit.AuditTable;
import dev.partnercatalog.operations.operation.PastTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./catalog audit list}. */
@Command(
        name = "list",
        description = {
            "Print what operators did, newest first: when, who, from where, what, and how it ended.",
            "Only the name of an operator who signed in at the console is proven; a command's is what it was given,"
                    + " or the user of the operating system."
        })
final class AuditListCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = InForm.Time.class,
            description = "Only what was done at this time or later: " + PastTime.FORMS + ".")
    private @Nullable Instant since;

    @Option(
            names = "--operator",
            paramLabel = "NAME",
            converter = InForm.Operator.class,
            description = "Only what this operator did.")
    private @Nullable String operator;

    @Option(
            names = "--action",
            paramLabel = "NAME",
            description = "Only this action, such as 'webhooks resume', or all actions that begin with this word.")
    private @Nullable String action;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "Most records to print, default ${DEFAULT-VALUE}.")
    @Range(min = 1, max = 1_000_000)
    private int limit;

    @Mixin
    private ReportOutput output = new ReportOutput();

    @Override
    public void run() {
        AuditLog.Found found = new AuditLog(connection.kafka(), connection.registry())
                .newest(new AuditFilter(operator, action, since, null), limit);
        output.print(AuditTable.of(found.entries()).orWhereEmpty("nothing in the audit log matches"));
        if (found.unreadable() > 0) {
            spec.commandLine()
                    .getErr()
                    .println("catalog: " + Quantity.of(found.unreadable(), "record")
                            + " in between can't be read: something other than this program wrote to the topic");
        }
    }
}
