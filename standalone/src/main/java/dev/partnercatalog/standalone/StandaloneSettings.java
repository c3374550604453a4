package dev.partnercatalog.standalone;

import dev.partnercatalog.cli.console.Console;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.query.QueryApiSettings.Environment;
import dev.partnercatalog.standalone.embedded.LoopbackPort;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a standalone. A port of 0 is any free one.
 *
 * @param dataFolder where everything is kept across restarts; null for a folder that is deleted when the standalone
 *     ends
 * @param masterKey the file with the master key, beside which the console's token is; null for one in that folder
 * @param registryHome the unpacked schema registry server
 * @param allowPrivateWebhooks allows webhooks to private and loopback addresses and over plain HTTP
 */
public record StandaloneSettings(
        @Nullable Path dataFolder,
        @Nullable Path masterKey,
        Path registryHome,
        int httpPort,
        int authPort,
        int kafkaPort,
        int registryPort,
        int consolePort,
        Environment environment,
        boolean allowPrivateWebhooks) {

    public static final int DEFAULT_HTTP_PORT = AddressSettings.DEFAULT_API_PORT;
    public static final int DEFAULT_AUTH_PORT = AddressSettings.DEFAULT_AUTH_PORT;
    public static final int DEFAULT_KAFKA_PORT = 9092;
    public static final int DEFAULT_REGISTRY_PORT = 8082;
    public static final int DEFAULT_CONSOLE_PORT = Console.Settings.DEFAULT_PORT;

    /** The system property in which {@code ./catalog} passes the registry server's location: {@value}. */
    public static final String REGISTRY_HOME = "catalog.registry.home";

    /** Throws {@link OperatorFault} if the program was not started by {@code ./catalog}. */
    public static Path registryHomeOfLauncher() {
        String home = System.getProperty(REGISTRY_HOME);
        if (home == null) {
            throw new OperatorFault("start this with ./catalog, which passes the schema registry server's location");
        }
        return Path.of(home);
    }

    /** For a standalone that keeps nothing, at the default ports where they are free, and that receives its own webhooks. */
    public static StandaloneSettings forAWhile() {
        return new StandaloneSettings(
                null,
                null,
                registryHomeOfLauncher(),
                freePort(DEFAULT_HTTP_PORT),
                freePort(DEFAULT_AUTH_PORT),
                freePort(DEFAULT_KAFKA_PORT),
                freePort(DEFAULT_REGISTRY_PORT),
                freePort(DEFAULT_CONSOLE_PORT),
                Environment.STAGING,
                true);
    }

    private static int freePort(int wanted) {
        return LoopbackPort.isFree(wanted) ? wanted : 0;
    }
}
