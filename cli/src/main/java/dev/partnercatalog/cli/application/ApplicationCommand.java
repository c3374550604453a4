package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.ConnectionOptions;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A command that runs one application.
 *
 * @param <S> the application's settings, which print no secret
 */
abstract class ApplicationCommand<S extends Record> implements Callable<Integer> {

    private final Foreground foreground;
    private final Function<S, Foreground.Application> starter;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private LogOptions log = new LogOptions();

    ApplicationCommand(Foreground foreground, Function<S, Foreground.Application> starter) {
        this.foreground = foreground;
        this.starter = starter;
    }

    /** Made from the options; throws {@link IllegalArgumentException} if one is out of range. */
    abstract S settings();

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

    /** The proxies in front of publicly reachable ports. Mixed in. */
    static final class ProxyOptions {

        @Option(
                names = "--trusted-proxies",
                paramLabel = "ADDR[,ADDR]",
                split = ",",
                defaultValue = "${env:CATALOG_TRUSTED_PROXIES}",
                description = "Addresses or ranges (10.0.0.0/8) of proxies whose X-Forwarded-For is trusted.")
        private @Nullable List<String> trusted;

        List<String> trusted() {
            return trusted == null ? List.of() : trusted;
        }
    }
}
