package dev.partnercatalog.cli.publish;

import dev.partnercatalog.operations.eventfile.FileFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --format}. */
final class FormatOption {

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "ndjson or csv. Default: csv if the file's name ends in .csv or .csv.gz, otherwise ndjson.")
    private @Nullable FileFormat format;

    EventFile file(String name) {
        return new EventFile(name, format);
    }
}
