package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.application.ApplicationCommand.Application;
import dev.partnercatalog.cli.application.ApplicationOptions.InstanceOptions;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.StreamsAppSettings;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./catalog streams-app}. */
@Command(
        name = "streams-app",
        description = {
            "Run the application that turns what upstream systems publish into the topics that are served.",
            "Creates the topics that are missing and registers the schemas. Stops on SIGTERM."
        })
public final class StreamsAppCommand extends ApplicationCommand<StreamsAppSettings> {

    @Mixin
    private InstanceOptions instance = new InstanceOptions();

    @Option(
            names = "--partitions",
            defaultValue = "" + TopicSettings.DEFAULT_PARTITIONS,
            description = "Number of partitions of the topics that it creates; it can't be changed later.")
    @Range(min = 1, max = TopicSettings.MAX_PARTITIONS)
    private int partitions;

    @Option(
            names = "--commit-interval-ms",
            defaultValue = "" + StreamsAppSettings.DEFAULT_COMMIT_INTERVAL_MS,
            description = "The longest time between two commits of a busy thread; a shorter one costs throughput.")
    @Range(min = 1)
    private long commitIntervalMs;

    @Override
    Application start(StreamsAppSettings settings) {
        StreamsApp app = StreamsApp.start(settings);
        tell(app.internal());
        return new Application(app::isReady, app::hasFailed, app::close);
    }

    @Override
    StreamsAppSettings settings() {
        return new StreamsAppSettings(
                instance.application.kafka(connection(), partitions),
                connection().registrySettings(),
                Duration.ofMillis(commitIntervalMs),
                instance.settings(name(), StreamsAppSettings.DEFAULT_STORE_MEMORY_BYTES));
    }
}
