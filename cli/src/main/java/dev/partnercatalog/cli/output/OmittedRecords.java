package dev.partnercatalog.cli.output;

import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Lists what a command left out of its output, on standard error, so that programs read only the output. */
public final class OmittedRecords {

    private static final int NAMED = 20;

    private OmittedRecords() {}

    /** Prints nothing if nothing was left out. */
    public static void print(List<UnreadableRecord> unreadable, CommandSpec command) {
        if (unreadable.isEmpty()) {
            return;
        }
        PrintWriter err = command.commandLine().getErr();
        err.println("catalog: left out " + Quantity.of(unreadable.size(), "record") + " that can't be read:");
        unreadable.stream().limit(NAMED).forEach(record -> err.println("  " + record.text() + "; " + record.remedy()));
        if (unreadable.size() > NAMED) {
            err.println("  and " + (unreadable.size() - NAMED) + " more");
        }
    }
}
