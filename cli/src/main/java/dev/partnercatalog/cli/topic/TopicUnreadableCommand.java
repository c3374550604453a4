package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.operations.topic.TopicInspection;
import dev.partnercatalog.operations.topic.TopicInspection.Findings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog topic unreadable}. */
@Command(
        name = "unreadable",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = {
            "Print the records that can't be read: topic, partition and offset, key, and the reason.",
            "The applications treat them as absent. In a table, only the newest record of each key counts. 'topic"
                    + " remove' removes one; topics of messages delete theirs by retention. Exit status 1 if there is"
                    + " any."
        })
final class TopicUnreadableCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            paramLabel = "TOPIC",
            arity = "0..1",
            converter = OwnTopic.class,
            description = "Name of the topic without the prefix; all topics of tables and messages by default.")
    private @Nullable CatalogTopic topic;

    @Option(names = "--json", description = "One JSON object per line, for programs.")
    private boolean json;

    @Override
    public Integer call() {
        Inspections inspections = new Inspections(connection);
        PrintWriter out = spec.commandLine().getOut();
        boolean found = false;
        for (CatalogTopic wanted : topic == null ? OwnTopic.all() : List.of(topic)) {
            Findings findings = inspections.look(wanted, TopicInspection::unreadable);
            findings.records().forEach(record -> out.println(json ? RecordJson.line(record) : record.text()));
            if (!findings.areAll()) {
                spec.commandLine()
                        .getErr()
                        .println("catalog: " + wanted.baseName() + " has more than are shown: remove these first");
            }
            found |= !findings.records().isEmpty();
        }
        return found ? ExitCode.SOFTWARE : ExitCode.OK;
    }
}
