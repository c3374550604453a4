package dev.partnercatalog.cli.command;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.cli.output.ChangeLog;
import dev.partnercatalog.cli.output.OmittedRecords;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.cli.output.WaitingLine;
import dev.partnercatalog.operations.backup.Restore;
import dev.partnercatalog.operations.backup.Restore.Written;
import dev.partnercatalog.operations.report.Cell;
import dev.partnercatalog.operations.report.Columns;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog restore}. */
@Command(
        name = "restore",
        description = {
            "Restore a backup into empty topics, in two steps.",
            "First, before streams-app runs: creates the topics, and writes partners, clients and keys. Then start"
                    + " streams-app and have upstream publish everything but 'partners'. Second, with --webhooks,"
                    + " before webhook-sink runs: writes what each partner has, so that it gets what has changed"
                    + " since the backup and nothing else.",
            "Checks the whole file before it writes anything. Prints how many records it wrote."
        })
public final class RestoreCommand implements Runnable {

    private static final Columns<Map.Entry<String, Long>> WRITTEN = Columns.<Map.Entry<String, Long>>none()
            .shown("topic", topic -> Cell.text(topic.getKey()))
            .shown("records written", topic -> Cell.number(topic.getValue()));

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "The backup.")
    private Path file = Path.of("");

    @Option(
            names = "--webhooks",
            description =
                    "The second step: what partners have. Waits until streams-app has resolved what is published.")
    private boolean webhooks;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "Number of partitions of the created topics; by default as in the backup. Not with"
                    + " --webhooks.")
    @Range(min = 1, max = TopicSettings.MAX_PARTITIONS)
    private @Nullable Integer partitions;

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            defaultValue = "-1",
            description = "Replication factor of the created topics; the brokers' own by default.")
    private short replicationFactor;

    @Option(
            names = "--start-over",
            description = "First delete what an earlier attempt at this step wrote: the topics with all their content.")
    private boolean startOver;

    @Option(
            names = "--allow-removals",
            description = "With --webhooks: restore it even if a partner would be told to remove more than a tenth of"
                    + " what it has, because the catalog doesn't list it.")
    private boolean allowRemovals;

    @Mixin
    private MasterKeyOption secrets = new MasterKeyOption();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Override
    public void run() {
        if (webhooks && partitions != null) {
            throw new ParameterException(
                    spec.commandLine(), "--partitions belongs to the first step: --webhooks looks up the number");
        }
        if (allowRemovals && !webhooks) {
            throw new ParameterException(
                    spec.commandLine(), "--allow-removals belongs to the second step: use it with --webhooks");
        }
        if (webhooks) {
            ChangeLog.changed("restore", "what partners have, records written: " + restore().records());
        } else {
            ChangeLog.changed("restore", "partners, clients and keys, records written: " + restore().records());
        }
    }

    private Written restore() {
        Restore restore = new Restore(file, secrets.read(), connection.registry(), startOver);
        Written written;
        if (webhooks) {
            written = restore.held(connection.kafka(TopicSettings.NOT_ASKED, replicationFactor), allowRemovals, told());
        } else {
            int count = partitions == null ? restore.check().partitions() : partitions;
            written = restore.partners(connection.kafka(count, replicationFactor));
        }
        OmittedRecords.print(written.unreadable(), spec);
        ReportOutput.of(spec.commandLine())
                .rows(WRITTEN.table("", written.records().entrySet()), "");
        spec.commandLine()
                .getOut()
                .println(
                        webhooks
                                ? "Start webhook-sink now, with empty state folders."
                                : "Start streams-app now, with empty state folders, and have upstream publish everything but"
                                        + " 'partners'.");
        return written;
    }

    private LongConsumer told() {
        return new WaitingLine(spec.commandLine().getErr(), "waiting for streams-app, which has yet to resolve ", "");
    }
}
