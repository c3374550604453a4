package dev.partnercatalog.standalone;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.query.QueryApiSettings.Environment;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a standalone.
 *
 * @param dataFolder where everything is kept across restarts; null for a folder that is deleted when the standalone
 *     ends
 * @param masterKey the file with the master key, beside which the console's token is; null for one in that folder
 * @param allowPrivateWebhooks allows webhooks to private and loopback addresses and over plain HTTP
 */
public record StandaloneSettings(
        @Nullable Path dataFolder,
        @Nullable Path masterKey,
        StandalonePorts ports,
        Environment environment,
        boolean allowPrivateWebhooks) {

    /** The system property in which {@code ./catalog} passes the registry server's location: {@value}. */
    public static final String REGISTRY_HOME = "catalog.registry.home";

    /** The unpacked schema registry server. Throws {@link OperatorFault} if the program was not started by {@code ./catalog}. */
    public static Path registryHomeOfLauncher() {
        String home = System.getProperty(REGISTRY_HOME);
        if (home == null) {
            throw new OperatorFault("start this with ./catalog, which passes the schema registry server's location");
        }
        return Path.of(home);
    }

    /** For a standalone that keeps nothing, at these ports, and that receives its own webhooks. */
    static StandaloneSettings forAWhile(StandalonePorts ports) {
        return new StandaloneSettings(null, null, ports, Environment.STAGING, true);
    }
}
