package dev.partnercatalog.cli.output;

import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.JsonReport;
import dev.partnercatalog.operations.report.Part;
import dev.partnercatalog.operations.report.Report;
import dev.partnercatalog.operations.report.ReportTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that chooses between text and JSON, and the output as it wants it. Mixed in. */
public final class ReportOutput {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "JSON, for programs: one object, or for a list one per line.")
    private boolean json;

    /** Prints a report; what is wrong with what was asked, and what can't be read, goes to standard error. */
    public void print(Report report) {
        report.faults().forEach(this::printFaults);
        if (json) {
            out().println(JsonReport.of(report));
        } else {
            text().print(report);
        }
        OmittedRecords.print(report.unreadable(), spec);
    }

    /** Prints a list; what is said if it is empty goes to standard error, since programs read the other. */
    public void print(ReportTable list) {
        if (json) {
            JsonReport.lines(list).forEach(out()::println);
        } else {
            text().rows(list, "");
        }
        if (list.rows().isEmpty() && !list.empty().isEmpty()) {
            err().println("catalog: " + list.empty());
        }
    }

    /** Prints a list that programs read more often than people: as JSON unless it goes to a terminal. */
    public void printForPrograms(ReportTable list) {
        json = json || !Terminal.isStandardOutput();
        print(list);
    }

    /** Prints what is said of one thing. */
    public void print(Part.Facts facts) {
        if (json) {
            out().println(JsonReport.of(facts));
        } else {
            text().print(facts);
        }
    }

    public boolean isJson() {
        return json;
    }

    private void printFaults(ReportTable faults) {
        for (List<Cell> row : faults.rows()) {
            err().println(ShownValue.printable(
                    row.stream().map(TextReport::text).collect(Collectors.joining(": "))));
        }
        if (faults.more() > 0) {
            err().println("and " + faults.more() + " more: " + faults.title());
        }
    }

    private TextReport text() {
        return of(spec.commandLine());
    }

    /** The text that fits where a command's output goes. */
    public static TextReport of(CommandLine command) {
        // Only a terminal has a width: what goes to a file or a program stays on one line.
        return new TextReport(
                command.getOut(), Terminal.isStandardOutput() ? command.getUsageHelpWidth() : Integer.MAX_VALUE);
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
