package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.options.PastTime;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.operations.deadletter.CountsByKind;
import dev.partnercatalog.operations.deadletter.DeadLetterFilter;
import dev.partnercatalog.operations.deadletter.DeadLetters;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./catalog dead-letters list}. */
@Command(
        name = "list",
        description = {
            "Print rejected events, newest first: id, when, where the event came from, its key, and the reason.",
            "'dead-letters show ID' shows more about one."
        })
final class DeadLettersListCommand implements Runnable {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Option(
            names = "--topic",
            paramLabel = "TOPIC",
            converter = InForm.Source.class,
            description = "Only dead letters from this topic, given without its prefix.")
    private @Nullable CatalogTopic topic;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = InForm.Time.class,
            description = "Only dead letters rejected at this time or later: " + PastTime.FORMS + ".")
    private @Nullable Instant since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = InForm.Time.class,
            description = "Only dead letters rejected before this time, given like --since.")
    private @Nullable Instant until;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Only dead letters whose reason contains this.")
    private @Nullable String reason;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "Most dead letters to print, default ${DEFAULT-VALUE}.")
    @Range(min = 1)
    private int limit;

    @Option(names = "--summary", description = "Count all of them by topic and kind of reason instead.")
    private boolean summary;

    @Mixin
    private CommandOutput output = new CommandOutput();

    /** How many dead letters have a cause. */
    private record Count(long count, String topic, String reason) {}

    @Override
    public void run() {
        DeadLetters letters = new DeadLetters(connection.kafka(), limit);
        String prefix = letters.kafka().topics().prefix();
        DeadLetterFilter wanted = new DeadLetterFilter(topic == null ? null : topic.name(prefix), since, until, reason);
        if (summary) {
            summarize(letters, wanted);
        } else {
            List<DeadLetterTable.Row> rows = letters.read(log -> log.newest(wanted, limit, DeadLetterTable.Row::of));
            output.print(
                    rows.stream().map(DeadLetterTable.Row::json).toList(),
                    DeadLetterTable.list(rows),
                    "no dead letter matches");
        }
    }

    private void summarize(DeadLetters letters, DeadLetterFilter wanted) {
        CountsByKind counts = letters.read(log -> {
            CountsByKind counted = new CountsByKind();
            log.forEach(wanted, counted::add);
            return counted;
        });
        List<Count> byFrequency = counts.byKind().entrySet().stream()
                .map(kind -> new Count(
                        kind.getValue(), kind.getKey().topic(), kind.getKey().reason()))
                .sorted(Comparator.comparingLong(Count::count)
                        .reversed()
                        .thenComparing(Count::topic)
                        .thenComparing(Count::reason))
                .toList();
        TextTable table = new TextTable("letters", "from", "reason");
        byFrequency.forEach(count -> table.row(count.count, count.topic, count.reason));
        output.print(byFrequency, table, "");
        if (!output.isJson()) {
            spec.commandLine().getOut().println(counts.total() + " in all");
        }
    }
}
