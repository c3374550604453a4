package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.output.TextTable;
import dev.partnercatalog.runtime.KafkaSettings;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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

    @Mixin
    private DeadLetterOptions wanted = new DeadLetterOptions();

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
        KafkaSettings kafka = connection.kafka();
        DeadLetter.Filter filter = wanted.filter(kafka);
        if (summary) {
            summarize(DeadLetterLog.read(kafka, log -> log.counts(filter)));
        } else {
            List<DeadLetterTable.Row> rows =
                    DeadLetterLog.read(kafka, log -> log.newest(filter, limit, DeadLetterTable.Row::of));
            output.print(
                    rows.stream().map(DeadLetterTable.Row::json).toList(),
                    DeadLetterTable.list(rows),
                    "no dead letter matches");
        }
    }

    private void summarize(Map<DeadLetter.Kind, Long> counts) {
        List<Count> byFrequency = counts.entrySet().stream()
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
            long all = counts.values().stream().mapToLong(Long::longValue).sum();
            spec.commandLine().getOut().println(all + " in all");
        }
    }
}
