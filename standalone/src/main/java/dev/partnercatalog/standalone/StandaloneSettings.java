package dev.partnercatalog.standalone;

import dev.partnercatalog.console.ConsoleSettings;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.query.Environment;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.webhook.alert.AlertSettings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a standalone needs to know. A port of 0 is any free one.
 *
 * @param dataFolder where everything is kept over restarts; null for a folder that goes when the standalone ends
 * @param registryHome the unpacked schema registry server
 * @param allowPrivateWebhooks lets webhooks go to private and loopback addresses and over plain HTTP
 * @param alerts where and when the operator is told of webhook endpoints that fail
 */
public record StandaloneSettings(
        @Nullable Path dataFolder,
        Path registryHome,
        int httpPort,
        int authPort,
        int kafkaPort,
        int registryPort,
        int consolePort,
        Environment environment,
        boolean allowPrivateWebhooks,
        AlertSettings alerts) {

    public static final int DEFAULT_HTTP_PORT = QueryApiSettings.DEFAULT_API_PORT;
    public static final int DEFAULT_AUTH_PORT = QueryApiSettings.DEFAULT_AUTH_PORT;
    public static final int DEFAULT_KAFKA_PORT = 9092;
    public static final int DEFAULT_REGISTRY_PORT = 8082;
    public static final int DEFAULT_CONSOLE_PORT = ConsoleSettings.DEFAULT_PORT;

    /** Where {@code ./catalog} says that the registry server lies, in the system property {@value}. */
    public static final String REGISTRY_HOME = "catalog.registry.home";

    /** Throws {@link OperatorFault} where the program was not started by {@code ./catalog}. */
    public static Path registryHomeOfLauncher() {
        String home = System.getProperty(REGISTRY_HOME);
        if (home == null) {
            throw new OperatorFault("start this by ./catalog, which gives the place of the schema registry server");
        }
        return Path.of(home);
    }
}
