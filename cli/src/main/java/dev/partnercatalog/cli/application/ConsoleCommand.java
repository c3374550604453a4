package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.application.ApplicationCommand.Application;
import dev.partnercatalog.cli.application.ApplicationOptions.ProxyOptions;
import dev.partnercatalog.cli.console.Console;
import dev.partnercatalog.cli.options.Range;
import java.nio.file.Path;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./catalog console}. */
@Command(
        name = "console",
        description = {
            "Run the operators' console: a web page that shows the state of the catalog, and changes webhooks, clients"
                    + " and dead letters. Stops on SIGTERM."
        })
public final class ConsoleCommand extends ApplicationCommand<Console.Settings> {

    @Mixin
    private ProxyOptions proxies = new ProxyOptions();

    @Option(names = "--host", paramLabel = "ADDR", defaultValue = "127.0.0.1", description = "Address to listen on.")
    private String host = "";

    @Option(
            names = "--console-port",
            defaultValue = "" + Console.Settings.DEFAULT_PORT,
            description = "Port of the page; 0 for a free one, which is logged.")
    @Range(min = 0, max = Range.MAX_PORT)
    private int port;

    @Option(
            names = "--token-file",
            required = true,
            description = "File with the console's token of at least 20 characters, which the page asks for.")
    private Path tokenFile = Path.of("");

    @Override
    Application start(Console.Settings settings) {
        Console console = Console.start(settings);
        LoggerFactory.getLogger(ConsoleCommand.class).info("the console is at {}", console.address());
        return new Application(() -> true, () -> false, console::close);
    }

    @Override
    Console.Settings settings() {
        return new Console.Settings(
                connection().kafka(), connection().registrySettings(), host, port, tokenFile, proxies.trusted);
    }
}
