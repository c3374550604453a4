package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.output.ChangeLog;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.publish.eventfile.Line;
import dev.partnercatalog.cli.recorded.RecordedCatalog;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./catalog publish TOPIC FILE}. */
@Command(
        name = "publish",
        description = {
            "Publish events to an input topic, from a file with one JSON object per line or a table.",
            "A line {\"$delete\": {the key's fields}} deletes a record. A line that doesn't fit is listed on standard"
                    + " error and skipped; the exit status is then 1. One that fits, but hardly does what was meant, is"
                    + " published with a warning."
        })
public final class PublishCommand implements Callable<Integer> {

    private final BiFunction<ConnectionOptions, CatalogTopic, EventPublisher> connector;
    private final Function<ConnectionOptions, RecordedCatalog> catalogs;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Parameters(
            index = "0",
            paramLabel = "TOPIC",
            converter = FileOptions.InputTopic.class,
            description = "Name without the prefix: bpd-variants, company-overrides, company-attributes, "
                    + "location-attributes, listings, companies, company-configs, location-configs or partners.")
    private CatalogTopic topic = CatalogTopic.BPD_VARIANTS;

    @Parameters(index = "1", paramLabel = "FILE", description = "NDJSON or CSV in UTF-8; - for standard input.")
    private String file = "-";

    @Mixin
    private FileOptions options = new FileOptions();

    public PublishCommand() {
        this(
                (options, topic) -> {
                    new Brokers(options.kafka()).partitionsOf(topic);
                    return EventPublisher.connect(options.kafka(), options.registry());
                },
                ConnectionOptions::recordedCatalog);
    }

    /** @param connector opens a publisher to a topic that is known to exist */
    PublishCommand(
            BiFunction<ConnectionOptions, CatalogTopic, EventPublisher> connector,
            Function<ConnectionOptions, RecordedCatalog> catalogs) {
        this.connector = connector;
        this.catalogs = catalogs;
    }

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        PublishReport report = FileOptions.printing(err, "line ");
        options.read(options.file(file), topic, this::editedPartners, report, lines -> publish(lines, report));
        if (!report.outage().isEmpty()) {
            err.println("catalog: " + report.outage());
        }
        if (report.isEmpty()) {
            err.println("catalog: the file has no records");
        }
        spec.commandLine().getOut().println(report.summary());
        return report.isComplete() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void publish(Line.Reader lines, PublishReport report) throws IOException {
        boolean whole = false;
        try (EventPublisher publisher = connector.apply(connection, topic)) {
            publisher.publish(topic, lines, report);
            whole = true;
        } finally {
            if (whole || !report.isEmpty()) {
                ChangeLog.changed(
                        "publish",
                        topic.baseName() + ": " + report.summary()
                                + (whole ? "" : "; then a fault ended the run before the file did"));
            }
            if (!whole && !report.isEmpty()) {
                spec.commandLine().getOut().println(report.summary());
            }
        }
    }

    /** None if this account may not read them: an upstream team may publish partners all the same. */
    private Map<String, EditedPartner> editedPartners() {
        try (RecordedCatalog catalog = catalogs.apply(connection)) {
            return EditedPartner.all(catalog);
        } catch (OperatorFault e) {
            spec.commandLine()
                    .getErr()
                    .println("catalog: it isn't known whether this undoes what partners have changed themselves: "
                            + e.getMessage());
            return Map.of();
        }
    }
}
