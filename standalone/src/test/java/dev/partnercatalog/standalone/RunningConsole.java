package dev.partnercatalog.standalone;

import dev.partnercatalog.cli.console.Console;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The operators' console of the tests' catalog. */
final class RunningConsole implements AutoCloseable {

    static final String TOKEN = "the-token-of-the-tests-0123456789";

    private final Console console;

    private RunningConsole(Console console) {
        this.console = console;
    }

    static RunningConsole start(CatalogAddresses catalog) {
        try {
            Path token = Files.createTempDirectory("console").resolve("token");
            return new RunningConsole(Console.start(new Console.Settings(
                    catalog.kafka(),
                    RegistrySettings.at(catalog.registry()),
                    "127.0.0.1",
                    0,
                    Files.writeString(token, TOKEN + "\n"),
                    List.of())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI address() {
        return console.address();
    }

    @Override
    public void close() {
        console.close();
    }
}
