package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.options.AuditOptions;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.cli.output.WaitingLine;
import dev.partnercatalog.operations.comparison.AuditReport;
import dev.partnercatalog.operations.comparison.CatalogAudit;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./catalog topic audit}. */
@Command(
        name = "audit",
        description = {
            "Compare what streams-app holds and what its topics say with what upstream published.",
            "Lists ghosts, which no input accounts for; what is missing; and what has wrong content. Reads all inputs,"
                    + " and the topics that streams-app writes, from the beginning. Upstream may publish meanwhile;"
                    + " streams-app must be running, or have read everything."
        },
        footer = {
            "",
            "Exit status: 0 nothing was found, or everything is repaired, 1 otherwise or a fault, 2 wrong usage."
        })
final class TopicAuditCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--repair",
            description = "Have streams-app write again what its topics should say, and remove what no input accounts"
                    + " for, unless it is published meanwhile. Recorded in the audit log.")
    private boolean repair;

    @Mixin
    private ReportOutput output = new ReportOutput();

    @Mixin
    private AuditOptions audit = new AuditOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Override
    public Integer call() {
        AuditReport report;
        try (CatalogAudit comparison = new CatalogAudit(connection.kafka(), connection.registry(), behind())) {
            report = repair ? repaired(comparison) : comparison.find();
        }
        output.print(output.isJson() ? report.all() : report.first());
        if (!output.isJson()) {
            spec.commandLine().getOut().println(report.summary());
        }
        advise(report);
        return report.isRight() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private AuditReport repaired(CatalogAudit comparison) {
        return audit.call(connection, "topic audit", "repair", entry -> {
            AuditReport report = comparison.repair(comparison.find());
            entry.detail(report.summary());
            return report;
        });
    }

    private void advise(AuditReport report) {
        PrintWriter err = spec.commandLine().getErr();
        if (!report.areAll()) {
            err.println("catalog: there is more than was looked at: repair this, and run the command again");
        }
        if (!repair && !report.findings().isEmpty()) {
            err.println("catalog: --repair has streams-app repair what it can");
        } else if (repair && !report.isRight()) {
            err.println("catalog: docs/operators/incidents.md#find-and-repair-ghosts says what to do about the rest");
        }
    }

    private LongConsumer behind() {
        return new WaitingLine(spec.commandLine().getErr(), "streams-app has yet to read ", "");
    }
}
