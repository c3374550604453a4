package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.cli.output.ReportOutput;
import dev.partnercatalog.operations.eventfile.EventLines;
import dev.partnercatalog.operations.preview.Preview;
import dev.partnercatalog.operations.preview.PreviewLimits;
import dev.partnercatalog.operations.preview.Previewing;
import dev.partnercatalog.operations.preview.ProposedEvents;
import dev.partnercatalog.operations.preview.UndoneEdits;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./catalog preview FILE...}. */
@Command(
        name = "preview",
        description = {
            "Show what events would change in partners' records, without publishing anything.",
            "Accepts the same files as publish, also several at once. The resolver's own code applies the events to"
                    + " what the topics contain now. Each event that doesn't fit or would be rejected is listed on"
                    + " standard error; the exit status is then 1. Reads Kafka and the registry; no application needs"
                    + " to be running."
        })
public final class PreviewCommand implements Callable<Integer> {

    private final Function<ConnectionOptions, RecordedCatalog> connector;
    private final Function<ConnectionOptions, SchemaRegistry> registries;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "NDJSON or CSV in UTF-8, optionally compressed with gzip; - for standard input.")
    private List<String> files = List.of();

    @Option(
            names = "--topic",
            paramLabel = "TOPIC",
            converter = InputTopic.class,
            description = "Topic of all files, without the prefix. Default: the one that each file is named after,"
                    + " such as listings.ndjson.")
    private @Nullable CatalogTopic topic;

    @Mixin
    private FormatOption format = new FormatOption();

    @Range(min = 1, max = 100_000)
    @Option(
            names = "--events",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Read the first N events. Default: ${DEFAULT-VALUE}")
    private int events;

    @Range(min = 1, max = 86_400)
    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "120",
            description = "Read for at most N seconds, and compare for at most as long. Default: ${DEFAULT-VALUE}")
    private int seconds;

    @Range(min = 0, max = 1_000)
    @Option(
            names = "--examples",
            paramLabel = "N",
            defaultValue = "5",
            description = "Show N records before and after. Default: ${DEFAULT-VALUE}")
    private int examples;

    @Mixin
    private ReportOutput output = new ReportOutput();

    public PreviewCommand() {
        this(ConnectionOptions::recordedCatalog, ConnectionOptions::registry);
    }

    PreviewCommand(
            Function<ConnectionOptions, RecordedCatalog> connector,
            Function<ConnectionOptions, SchemaRegistry> registries) {
        this.connector = connector;
        this.registries = registries;
    }

    @Override
    public Integer call() {
        PreviewLimits limits = PreviewLimits.OF_COMMAND.with(events, Duration.ofSeconds(seconds), examples);
        try (RecordedCatalog catalog = connector.apply(connection)) {
            ProposedEvents proposed = new ProposedEvents(connection.kafka(), registries.apply(connection), limits);
            for (String name : files) {
                EventFile file = format.file(name);
                CatalogTopic of = file.topic(topic);
                file.use(of, false, lines -> {
                    EventLines warned = new UndoneEdits(lines, catalog::editedPartners);
                    proposed.read(of, file.name(), format.judged(warned));
                    return proposed;
                });
            }
            Preview preview = Previewing.of(proposed, catalog, limits);
            output.print(preview.report());
            return preview.faulty() == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }
}
