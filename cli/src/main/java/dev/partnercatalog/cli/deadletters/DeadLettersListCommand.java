package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.Range;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./catalog dead-letters list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = {
            "Print rejected events, newest first: when, id, where the event came from, its key, and the reason.",
            "'dead-letters show ID' shows more about one."
        })
final class DeadLettersListCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private FilterOptions filter = new FilterOptions();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "Most letters to print, default ${DEFAULT-VALUE}.")
    @Range(min = 1)
    private int limit;

    @Option(names = "--summary", description = "Count all of them by topic and kind of reason instead.")
    private boolean summary;

    @Option(names = "--dismissed", description = "Only letters that were dismissed, instead of those that weren't.")
    private boolean dismissed;

    @Option(names = "--json", description = "One JSON object per line, for programs.")
    private boolean json;

    @Override
    public void run() {
        DeadLetters letters = new DeadLetters(connection);
        DeadLetterFilter wanted = filter.filter(letters.topicPrefix(), dismissed);
        PrintWriter out = spec.commandLine().getOut();
        if (summary) {
            ReasonCounts counts = new ReasonCounts();
            letters.read(log -> log.forEach(wanted, counts::add));
            counts.lines(json).forEach(out::println);
        } else {
            letters.read(log -> {
                List<String> lines = log.newest(wanted, limit, this::line);
                lines.forEach(out::println);
                if (lines.isEmpty()) {
                    // Not on standard output, which programs read.
                    spec.commandLine().getErr().println("catalog: no dead letter matches");
                }
            });
        }
    }

    private String line(DeadLetter letter) {
        return json ? DeadLetterJson.line(DeadLetterJson.of(letter)) : DeadLetterText.line(letter);
    }
}
