package dev.partnercatalog.cli.options;

import java.nio.file.Path;
import java.util.Map;

/** The default locations of what the program must find again (XDG Base Directory Specification). */
public final class DefaultPaths {

    /** {@link #masterKey()} as shown in help texts. */
    static final String MASTER_KEY_IN_WORDS =
            "$XDG_STATE_HOME/partner-catalog/master.key, else ~/.local/state/partner-catalog/master.key";

    /** {@link #state} as shown in help texts. */
    public static final String STATE_IN_WORDS =
            "$XDG_STATE_HOME/partner-catalog/APPLICATION, else ~/.local/state/partner-catalog/APPLICATION";

    private DefaultPaths() {}

    /** The operator's master key. */
    public static Path masterKey() {
        return state("master.key");
    }

    /** The folder of an application's local state, which Kafka can always rebuild. */
    public static Path state(String application) {
        return stateFolder(System.getenv(), Path.of(System.getProperty("user.home")))
                .resolve(application);
    }

    static Path stateFolder(Map<String, String> environment, Path home) {
        String chosen = environment.get("XDG_STATE_HOME");
        // The specification says to ignore a relative path.
        Path base = chosen != null && chosen.startsWith("/")
                ? Path.of(chosen)
                : home.resolve(".local").resolve("state");
        return base.resolve("partner-catalog");
    }
}
