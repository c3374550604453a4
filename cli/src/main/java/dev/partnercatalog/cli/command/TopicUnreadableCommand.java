package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.operations.topic.TopicInspection;
import dev.partnercatalog.operations.topic.TopicInspection.Findings;
import dev.partnercatalog.operations.topic.TopicInspections;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog topic unreadable}. */
@Command(
        name = "unreadable",
        description = {
            "Print the records that can't be read: topic, partition and offset, key, and the reason.",
            "The applications treat them as absent. In a table, only the newest record of each key counts. 'topic"
                    + " remove' removes one; topics of messages delete theirs by retention. Exit status 1 if there is"
                    + " any."
        })
final class TopicUnreadableCommand implements Callable<Integer> {

    private static final int KEY = 300;
    private static final Columns<UnreadableRecord> RECORDS = Columns.<UnreadableRecord>none()
            .inJson("topic", record -> Cell.text(record.topic().baseName()))
            .inJson("partition", record -> Cell.number(record.partition()))
            .inJson("offset", record -> Cell.number(record.offset()))
            .inJson("key", record -> record.key() == null ? Cell.none() : new Cell.Bytes(record.key(), KEY))
            .inJson("reason", record -> Cell.text(record.why()));

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            paramLabel = "TOPIC",
            arity = "0..1",
            converter = InForm.OwnTopic.class,
            description = "Name of the topic without the prefix; all topics of tables and messages by default.")
    private @Nullable CatalogTopic topic;

    @Mixin
    private ReportOutput output = new ReportOutput();

    @Override
    public Integer call() {
        TopicInspections inspections = new TopicInspections(connection.kafka(), connection.registry());
        List<UnreadableRecord> unreadable = new ArrayList<>();
        for (CatalogTopic wanted : topic == null ? TopicInspections.topics() : List.of(topic)) {
            Findings findings = inspections.look(wanted, TopicInspection::unreadable);
            unreadable.addAll(findings.records());
            if (!findings.areAll()) {
                spec.commandLine()
                        .getErr()
                        .println("catalog: " + wanted.baseName() + " has more than are shown: remove these first");
            }
        }
        if (output.isJson()) {
            output.print(RECORDS.table("", unreadable));
        } else {
            unreadable.forEach(record -> spec.commandLine().getOut().println(record.text()));
        }
        return unreadable.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
