package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.Catalog;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * A command of the program that was run in this process and has ended.
 *
 * @param status its exit status
 * @param out what it printed
 * @param err what it printed to standard error
 */
record CommandRun(List<String> arguments, int status, String out, String err) {

    /** Runs it on the topics of a catalog. */
    static CommandRun on(CatalogAddresses catalog, String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(connection(catalog));
        return of(arguments);
    }

    static CommandRun of(List<String> arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = Catalog.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
        return new CommandRun(List.copyOf(arguments), status, out.toString(), err.toString());
    }

    /** The options with which a command finds the topics of a catalog. */
    static List<String> connection(CatalogAddresses catalog) {
        return List.of(
                "--kafka=" + catalog.kafka().bootstrapServers(),
                "--registry=" + catalog.registry(),
                "--topic-prefix=" + catalog.kafka().topics().prefix());
    }

    /** What it printed, if it ended with this status. */
    String endedWith(int expected) {
        assertThat(status).as("%s%n%s%n%s", arguments, out, err).isEqualTo(expected);
        return out;
    }
}
