package dev.partnercatalog.cli.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The option that chooses between text and JSON, and the output as it wants it. Mixed in. */
public final class CommandOutput {

    private static final int NAMED = 20;
    private static final JsonMapper JSON = JsonMapper.builder()
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .addModule(new SimpleModule().addSerializer(Instant.class, ToStringSerializer.instance))
            .build();

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
            out().println(json(value));
        } else {
            text.printFacts(out());
        }
    }

    /** Prints a list; what is said if it is empty goes to standard error, since programs read the other. */
    public void print(List<?> values, TextTable text, String empty) {
        if (json) {
            values.forEach(value -> out().println(json(value)));
        } else {
            text.print(out(), "");
        }
        if (values.isEmpty() && !empty.isEmpty()) {
            spec.commandLine().getErr().println("catalog: " + empty);
        }
    }

    /** Prints a list that programs read more often than people: as JSON unless it goes to a terminal. */
    public void printForPrograms(List<?> values, TextTable text, String empty) {
        json = json || !StandardOutput.isTerminal();
        print(values, text, empty);
    }

    /** Prints a table under its title, as a part of a longer text; nothing without rows. */
    public void printPart(String title, TextTable text, boolean isEmpty) {
        if (!isEmpty) {
            out().println();
            out().println(title);
            text.print(out(), "  ");
        }
    }

    /** The value as one line of JSON; what is null is left out. */
    public static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what commands print is always JSON", e);
        }
    }

    /**
     * Lists what a command left out of its output, on standard error, so that programs read only the output. Prints nothing
     * if nothing was left out.
     */
    public static void printOmitted(List<UnreadableRecord> unreadable, CommandSpec command) {
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

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
