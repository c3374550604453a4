package dev.partnercatalog.cli.deadletter;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.DeadLetterLog;
import dev.partnercatalog.operations.deadletter.DeadLetterReport;
import dev.partnercatalog.runtime.KafkaSettings;
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
    private ReportOutput output = new ReportOutput();

    @Override
    public void run() {
        KafkaSettings kafka = connection.kafka();
        DeadLetter.Filter filter = wanted.filter(kafka);
        if (!summary) {
            output.print(DeadLetterReport.list(
                            DeadLetterLog.read(kafka, log -> log.newest(filter, limit, DeadLetterReport.Row::of)))
                    .orWhereEmpty("no dead letter matches"));
            return;
        }
        Map<DeadLetter.Kind, Long> counts = DeadLetterLog.read(kafka, log -> log.counts(filter));
        output.print(DeadLetterReport.counts(counts));
        if (!output.isJson()) {
            long all = counts.values().stream().mapToLong(Long::longValue).sum();
            spec.commandLine().getOut().println(all + " in all");
        }
    }
}
