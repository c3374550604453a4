package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.CommandFault;
import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.connection.Brokers;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog publish TOPIC FILE}. */
@Command(
        name = "publish",
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = {
            "Publish events, one JSON object a line, to an input topic.",
            "A line {\"$delete\": {the key's fields}} takes a record back. A line that doesn't fit is named on standard "
                    + "error and left out; the exit status is 1 then."
        })
public final class PublishCommand implements Callable<Integer> {

    private static final String STANDARD_INPUT = "-";
    private static final int BAR_WIDTH = 79;
    private static final String CLEAR_LINE = "\r\u001b[K";

    /** Opens a publisher to a topic that is known to be there. */
    @FunctionalInterface
    interface Connector {
        EventPublisher connect(ConnectionOptions options, CatalogTopic topic);
    }

    private final Connector connector;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            index = "0",
            paramLabel = "TOPIC",
            converter = InputTopic.class,
            description = "Name without the prefix: bpd-variants, company-overrides, company-attributes, "
                    + "location-attributes, listings, companies, company-configs, location-configs or partners.")
    private CatalogTopic topic = CatalogTopic.BPD_VARIANTS;

    @Parameters(index = "1", paramLabel = "FILE", description = "NDJSON in UTF-8; - for standard input.")
    private String file = STANDARD_INPUT;

    public PublishCommand() {
        this(PublishCommand::connect);
    }

    PublishCommand(Connector connector) {
        this.connector = connector;
    }

    private static EventPublisher connect(ConnectionOptions options, CatalogTopic topic) {
        KafkaLog.silence();
        new Brokers(options.kafka()).partitionsOf(topic);
        return EventPublisher.connect(options.kafka(), options.registry());
    }

    @Override
    public Integer call() {
        PublishReport report = publish(Terminal.isStandardError());
        tell(report);
        return report.isComplete() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private PublishReport publish(boolean watched) {
        PrintWriter err = spec.commandLine().getErr();
        String beforeFault = watched ? CLEAR_LINE : "";
        try (InputStream in = watched ? ProgressBar.wrap(open(), bar()) : open();
                EventPublisher publisher = connector.connect(connection, topic)) {
            return publisher.publish(
                    topic, in, (line, problem) -> err.println(beforeFault + "line " + line + ": " + problem));
        } catch (IOException e) {
            throw new CommandFault(file + " can't be read: " + e.getMessage(), e);
        }
    }

    private InputStream open() throws IOException {
        if (file.equals(STANDARD_INPUT)) {
            return System.in;
        }
        Path path = Path.of(file);
        if (Files.isDirectory(path)) {
            throw new CommandFault(file + " is a folder, not an NDJSON file");
        }
        try {
            return Files.newInputStream(path);
        } catch (NoSuchFileException e) {
            throw new CommandFault("there is no file " + file, e);
        } catch (AccessDeniedException e) {
            throw new CommandFault(file + " may not be read: permission denied", e);
        }
    }

    private ProgressBarBuilder bar() throws IOException {
        return ProgressBar.builder()
                .setTaskName(topic.baseName())
                .setStyle(ProgressBarStyle.ASCII)
                .setUnit(" MB", 1_000_000)
                .setInitialMax(file.equals(STANDARD_INPUT) ? -1 : Files.size(Path.of(file)))
                .setConsumer(new ConsoleProgressBarConsumer(System.err, BAR_WIDTH));
    }

    private void tell(PublishReport report) {
        PublishReport.Outage outage = report.outage();
        if (outage != null) {
            spec.commandLine()
                    .getErr()
                    .printf(
                            "catalog: the Kafka broker stopped taking records: %d are not published, the first at line"
                                    + " %d (%s). Publishing the file again is safe.%n",
                            outage.undelivered(), outage.firstLine(), outage.reason());
        }
        spec.commandLine().getOut().println(report.summary());
    }
}
