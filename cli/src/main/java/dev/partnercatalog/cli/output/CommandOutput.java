package dev.partnercatalog.cli.output;

import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What commands print. Mixed in, it is the option that chooses between text and JSON, and the output as it wants it. */
public final class CommandOutput {

    private static final Logger LOG = LoggerFactory.getLogger(CommandOutput.class);
    private static final int NAMED = 20;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--json", description = "JSON, for programs: one object, or for a list one per line.")
    private boolean json;

    public boolean isJson() {
        return json;
    }

    /** Prints one thing: as one object, or the table's only row as facts below each other. */
    public void print(Object value, TextTable text) {
        if (json) {
            out().println(Json.of(value));
        } else {
            text.printFacts(out());
        }
    }

    /** Prints a list; what is said if it is empty goes to standard error, since programs read the other. */
    public void print(List<?> values, TextTable text, String empty) {
        if (json) {
            values.forEach(value -> out().println(Json.of(value)));
        } else {
            text.print(out(), "");
        }
        if (values.isEmpty() && !empty.isEmpty()) {
            spec.commandLine().getErr().println("catalog: " + empty);
        }
    }

    /** Prints a list that programs read more often than people: as JSON unless it goes to a terminal. */
    public void printForPrograms(List<?> values, TextTable text, String empty) {
        json = json || !isTerminal();
        print(values, text, empty);
    }

    /** Prints a table under its title, as a part of a longer text; nothing without rows. */
    public void printPart(String title, TextTable text) {
        if (!text.isEmpty()) {
            out().println();
            out().println(title);
            text.print(out(), "  ");
        }
    }

    /** Lists on standard error what a command left out of its output, if anything. */
    public static void printOmitted(List<UnreadableRecord> unreadable, CommandSpec command) {
        if (unreadable.isEmpty()) {
            return;
        }
        PrintWriter err = command.commandLine().getErr();
        err.println("catalog: left out " + count(unreadable.size(), "record") + " that can't be read:");
        unreadable.stream().limit(NAMED).forEach(record -> err.println("  " + record.text() + "; " + record.remedy()));
        if (unreadable.size() > NAMED) {
            err.println("  and " + (unreadable.size() - NAMED) + " more");
        }
    }

    /** Logs a change that the operating system's user made by a command, and its object in words, never a secret. */
    public static void logChange(String what, String target) {
        logChange(System.getProperty("user.name"), what, target);
    }

    /** Logs a change that somebody else made. */
    public static void logChange(String who, String what, String target) {
        LOG.atInfo()
                .addKeyValue("who", who)
                .addKeyValue("what", what)
                .addKeyValue("target", target)
                .log("changed");
    }

    /** Logs a change, and prints its result. */
    public static void changed(CommandSpec command, String what, String target, String result) {
        logChange(what, target);
        command.commandLine().getOut().println(result);
    }

    /** Such as {@code 1 record} or {@code 2 records}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Whether a person is watching standard output; the JDK can't tell for each output alone. */
    private static boolean isTerminal() {
        try {
            return new ProcessBuilder("test", "-t", "1").inheritIO().start().waitFor() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
