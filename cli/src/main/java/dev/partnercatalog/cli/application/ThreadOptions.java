package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.Range;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of the applications that divide their work into tasks. Mixed in. */
final class ThreadOptions {

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_THREADS}",
            description = {
                "Number of tasks that run in parallel.",
                "$CATALOG_THREADS, default one for each processor, at most 4"
            })
    @Range(min = 1)
    private @Nullable Integer threads;

    int threads(int otherwise) {
        return threads == null ? otherwise : threads;
    }
}
