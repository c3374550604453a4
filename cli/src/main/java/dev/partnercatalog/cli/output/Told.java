package dev.partnercatalog.cli.output;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** The exit status of a command that has changed something and printed the result. */
public final class Told {

    private Told() {}

    /**
     * The status, and on standard error that the result is lost if it couldn't be printed.
     *
     * @param another how to get another secret if the lost result held one; null if it didn't
     */
    public static int status(CommandLine command, @Nullable String another) {
        if (!command.getOut().checkError()) {
            return ExitCode.OK;
        }
        command.getErr()
                .println("catalog: this was done, but standard output can't be written, so its result is lost"
                        + (another == null ? "" : ": " + another));
        return ExitCode.SOFTWARE;
    }
}
