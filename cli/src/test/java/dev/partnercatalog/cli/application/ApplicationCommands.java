package dev.partnercatalog.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.application.ApplicationCommand.Application;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.streams.StreamsAppSettings;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The commands that run an application, with a master key of their own. They start nothing; each method returns the
 * settings with which its command would have started the application, or the run that was refused.
 */
final class ApplicationCommands {

    /** What the brokers say, for the commands that aren't given it. */
    static final int PARTITIONS = 6;

    private final Path masterKey;

    /**
     * @param folder for the master key
     */
    ApplicationCommands(Path folder) {
        masterKey = folder.resolve("master.key");
        MasterKey.loadOrCreate(masterKey);
    }

    Path masterKey() {
        return masterKey;
    }

    StreamsAppSettings streamsApp(String... arguments) {
        return started(this::streamsAppCommand, arguments);
    }

    QueryApiSettings queryApi(String... arguments) {
        return started(this::queryApiCommand, withMasterKey(arguments));
    }

    WebhookSinkSettings webhookSink(String... arguments) {
        return started(this::webhookSinkCommand, withMasterKey(arguments));
    }

    CommandRun refusedStreamsApp(String... arguments) {
        return refused(this::streamsAppCommand, arguments);
    }

    CommandRun refusedQueryApi(String... arguments) {
        return refused(this::queryApiCommand, withMasterKey(arguments));
    }

    CommandRun refusedWebhookSink(String... arguments) {
        return refused(this::webhookSinkCommand, withMasterKey(arguments));
    }

    private Object streamsAppCommand(Function<StreamsAppSettings, Application> starter) {
        return new StreamsAppCommand().with(Runnable::run, ApplicationCommands::found, starter);
    }

    private Object queryApiCommand(Function<QueryApiSettings, Application> starter) {
        return new QueryApiCommand().with(Runnable::run, ApplicationCommands::found, starter);
    }

    private Object webhookSinkCommand(Function<WebhookSinkSettings, Application> starter) {
        return new WebhookSinkCommand().with(Runnable::run, ApplicationCommands::found, starter);
    }

    private static KafkaSettings found(KafkaSettings kafka) {
        return kafka.withPartitions(PARTITIONS);
    }

    /** Arguments may name another master key. */
    private String[] withMasterKey(String... arguments) {
        Stream<String> all = Stream.of(arguments).anyMatch(argument -> argument.startsWith("--secrets="))
                ? Stream.of(arguments)
                : Stream.concat(Stream.of("--secrets=" + masterKey), Stream.of(arguments));
        return all.toArray(String[]::new);
    }

    private static <S> S started(Function<Function<S, Application>, Object> command, String... arguments) {
        List<S> started = new ArrayList<>();
        CommandRun run = CommandRun.of(command.apply(noting(started)), arguments);
        assertThat(run.status()).as(run.err()).isZero();
        return started.get(0);
    }

    private static <S> CommandRun refused(Function<Function<S, Application>, Object> command, String... arguments) {
        List<S> started = new ArrayList<>();
        CommandRun run = CommandRun.of(command.apply(noting(started)), arguments);
        assertThat(run.status()).isNotZero();
        assertThat(started).isEmpty();
        return run;
    }

    private static <S> Function<S, Application> noting(List<S> started) {
        return settings -> {
            started.add(settings);
            return new Application(() -> true, () -> false, () -> {});
        };
    }
}
