package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.options.FormatConverter;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.schemas.topic.CatalogTopic;
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

/** {@code ./catalog validate FILE...}. */
@Command(
        name = "validate",
        description = {
            "Check files of events as publish does, without a broker or a registry.",
            "Each line that doesn't fit is listed on standard error; the exit status is then 1. So is each line that fits, but"
                    + " hardly does what was meant, as a warning."
        })
public final class ValidateCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "NDJSON or CSV in UTF-8; - for standard input.")
    private List<String> files = List.of();

    @Option(
            names = "--topic",
            paramLabel = "TOPIC",
            converter = FormatConverter.InputTopic.class,
            description = "Topic of all files, without the prefix; by default the one that each file is named after.")
    private @Nullable CatalogTopic topic;

    @Mixin
    private EventFile options = new EventFile();

    @Override
    public Integer call() {
        boolean fit = true;
        for (String name : files) {
            fit &= fits(name);
        }
        return fit ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private boolean fits(String file) {
        CatalogTopic known = topic != null
                ? topic
                : EventFile.topic(file)
                        .orElseThrow(() ->
                                new OperatorFault(file + " is not named after a topic: specify one with --topic"));
        PublishReport report = new PublishReport(
                (problem, line) -> spec.commandLine().getErr().println(file + ":" + line + ": " + problem));
        options.read(file, known, report, lines -> EventPublisher.check(known, lines, report));
        spec.commandLine().getOut().println(file + ": " + report.counts());
        return report.isComplete();
    }
}
