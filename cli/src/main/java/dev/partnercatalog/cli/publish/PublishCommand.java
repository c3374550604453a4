package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.FormatConverter;
import dev.partnercatalog.cli.output.CommandOutput;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
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

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli makes it
    private ConnectionOptions connection;

    @Parameters(
            index = "0",
            paramLabel = "TOPIC",
            converter = FormatConverter.InputTopic.class,
            description = "Name without the prefix: bpd-variants, company-overrides, company-attributes, "
                    + "location-attributes, listings, companies, company-configs, location-configs or partners.")
    private CatalogTopic topic = CatalogTopic.BPD_VARIANTS;

    @Parameters(index = "1", paramLabel = "FILE", description = "NDJSON or CSV in UTF-8; - for standard input.")
    private String file = "-";

    @Mixin
    private EventFile options = new EventFile();

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        PublishReport report = new PublishReport((problem, line) -> err.println("line " + line + ": " + problem));
        options.read(file, topic, report, lines -> publish(lines, report));
        if (!report.outage().isEmpty()) {
            err.println("catalog: " + report.outage());
        }
        return report.isComplete() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void publish(Line.Reader lines, PublishReport report) throws IOException {
        boolean ended = false;
        try (OpenTopics topics = connection.open()) {
            topics.count(topic);
            EventPublisher.publish(topics, topic, lines, report);
            ended = true;
        } finally {
            if (ended || !report.isEmpty()) {
                CommandOutput.logChange(
                        "publish",
                        topic.baseName() + ": " + report.summary()
                                + (ended ? "" : "; then a fault ended the run before the file did"));
                spec.commandLine().getOut().println(report.summary());
            }
        }
    }
}
