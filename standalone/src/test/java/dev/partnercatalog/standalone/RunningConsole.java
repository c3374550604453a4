package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.console.Console;
import dev.partnercatalog.console.ConsoleSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The operators' console of a catalog: any visitor may read, and an operator with the token may act. */
final class RunningConsole implements AutoCloseable {

    static final String TOKEN = "a token for the tests of the console";

    private final Console console;

    private RunningConsole(Console console) {
        this.console = console;
    }

    static RunningConsole start(CatalogAddresses catalog) {
        try {
            Path token = Files.createTempDirectory("console").resolve("token");
            RunningConsole running = new RunningConsole(Console.start(new ConsoleSettings(
                    catalog.kafka(),
                    RegistrySettings.at(catalog.registry()),
                    "127.0.0.1",
                    0,
                    Files.writeString(token, TOKEN + "\n"),
                    true,
                    true,
                    List.of())));
            // The console refuses sign-ins until it has read its topics of operators and of sign-outs.
            await().until(() -> running.visitor().signIn(TOKEN).statusCode() == 303);
            return running;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    URI address() {
        return console.address();
    }

    /** A browser that has not signed in. */
    ConsoleClient visitor() {
        return new ConsoleClient(address());
    }

    /** A browser that has signed in. */
    ConsoleClient operator() throws Exception {
        ConsoleClient operator = visitor();
        assertThat(operator.signIn(TOKEN).statusCode()).isEqualTo(303);
        return operator;
    }

    @Override
    public void close() {
        console.close();
    }
}
