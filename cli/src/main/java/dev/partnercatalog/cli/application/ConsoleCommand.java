package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.console.Console;
import dev.partnercatalog.cli.options.ConnectionOptions;
import dev.partnercatalog.cli.options.Range;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./catalog console}. */
@Command(
        name = ConsoleCommand.NAME,
        description = {
            "Run the operators' console: a web page that shows the state of the catalog, and changes webhooks, clients"
                    + " and dead letters. Stops on SIGTERM."
        })
public final class ConsoleCommand implements Callable<Integer> {

    static final String NAME = "console";

    private final Foreground foreground;
    private final Function<Console.Settings, Application> starter;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ProxyOptions proxies = new ProxyOptions();

    @Mixin
    private LogOptions log = new LogOptions();

    @Option(
            names = "--host",
            paramLabel = "ADDR",
            defaultValue = "${env:CATALOG_HOST:-127.0.0.1}",
            description = "Address to listen on.")
    private String host = "";

    @Option(
            names = "--console-port",
            paramLabel = "PORT",
            defaultValue = "${env:CATALOG_CONSOLE_PORT:-" + Console.Settings.DEFAULT_PORT + "}",
            description = "Port of the page; 0 for a free one, which is logged.")
    @Range(min = 0, max = Range.MAX_PORT)
    private int port;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            defaultValue = "${env:CATALOG_TOKEN_FILE}",
            required = true,
            description = "File with the console's token of at least 20 characters, which the page asks for.")
    private Path tokenFile = Path.of("");

    public ConsoleCommand() {
        this(Foreground.ofProcess(), ConsoleCommand::start);
    }

    ConsoleCommand(Foreground foreground, Function<Console.Settings, Application> starter) {
        this.foreground = foreground;
        this.starter = starter;
    }

    private static Application start(Console.Settings settings) {
        Console console = Console.start(settings);
        LoggerFactory.getLogger(ConsoleCommand.class).info("the console is at {}", console.address());
        return new Application(() -> true, () -> false, console::close);
    }

    @Override
    public Integer call() throws InterruptedException {
        log.startLogging();
        foreground.run(NAME, this::settings, starter);
        return 0;
    }

    private Console.Settings settings() {
        return new Console.Settings(
                connection.kafka(), connection.registrySettings(), host, port, tokenFile, proxies.trusted());
    }
}
