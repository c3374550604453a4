package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.application.Foreground.Application;
import dev.partnercatalog.cli.options.ConnectionOptions;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command that runs one application.
 *
 * @param <S> the application's settings, which print no secret
 */
abstract class ApplicationCommand<S extends Record> implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private LogOptions log = new LogOptions();

    private Foreground foreground = Foreground.ofProcess();
    private Function<S, Application> starter = this::start;

    /** The same command, run in another way. */
    final ApplicationCommand<S> with(Foreground otherwise, Function<S, Application> other) {
        foreground = otherwise;
        starter = other;
        return this;
    }

    /** Made from the options; throws {@link IllegalArgumentException} if one is out of range. */
    abstract S settings();

    abstract Application start(S settings);

    @Override
    public final Integer call() throws InterruptedException {
        log.startLogging();
        foreground.run(name(), this::settings, starter);
        return 0;
    }

    /** Of the command, and of the application's folder. */
    final String name() {
        return spec.name();
    }

    final ConnectionOptions connection() {
        return connection;
    }

    final Foreground foreground() {
        return foreground;
    }

    /** Logs the internal address, which includes the port if a free one was chosen. */
    static void tell(URI internal) {
        LoggerFactory.getLogger(ApplicationCommand.class).info("metrics and probes are at {}", internal);
    }
}
