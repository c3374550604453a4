package dev.partnercatalog.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.cli.options.ConnectionOptions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IFactory;

/**
 * How one run of a command ended, and what it printed.
 *
 * @param fault what the command threw; null if it ended by itself, or if its usage was wrong
 */
public record CommandRun(
        int status, String out, String err, @Nullable Exception fault) {

    /** Runs a command by itself, as the program runs it. */
    public static CommandRun of(Object command, String... arguments) {
        return ofProgram(program(command, new ConnectionOptions()), arguments);
    }

    /** Runs a command whose options of its connection are these. */
    public static CommandRun of(Object command, ConnectionOptions connection, String... arguments) {
        return ofProgram(program(command, connection), arguments);
    }

    /** Runs a command with outputs that the test reads while it runs. */
    public static CommandRun of(Object command, Writer out, Writer err, String... arguments) {
        return execute(program(command, new ConnectionOptions()), out, err, arguments);
    }

    /** Runs a program that is set up already. */
    static CommandRun ofProgram(CommandLine program, String... arguments) {
        return execute(program, new StringWriter(), new StringWriter(), arguments);
    }

    /** What was printed, which is one line of JSON. */
    public JsonNode json() throws JsonProcessingException {
        assertThat(out).hasLineCount(1);
        return new ObjectMapper().readTree(out);
    }

    private static CommandRun execute(CommandLine program, Writer out, Writer err, String... arguments) {
        AtomicReference<@Nullable Exception> fault = new AtomicReference<>();
        IExecutionExceptionHandler report = program.getExecutionExceptionHandler();
        int status = program.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((thrown, command, parsed) -> {
                    fault.set(thrown);
                    return report.handleExecutionException(thrown, command, parsed);
                })
                .execute(arguments);
        return new CommandRun(status, out.toString(), err.toString(), fault.get());
    }

    private static CommandLine program(Object command, ConnectionOptions connection) {
        IFactory factory = new IFactory() {
            @Override
            public <K> K create(Class<K> type) throws Exception {
                return type == ConnectionOptions.class
                        ? type.cast(connection)
                        : CommandLine.defaultFactory().create(type);
            }
        };
        return new CommandLine(command, factory)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler(new Catalog.FaultReport());
    }
}
