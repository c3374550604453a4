package dev.partnercatalog.cli.options;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The default locations of what the program must find again (XDG Base Directory Specification). */
public final class DefaultPaths {

    /** {@link #masterKey()} as shown in help texts. */
    static final String MASTER_KEY_IN_WORDS =
            "$XDG_STATE_HOME/partner-catalog/master.key, " + "else ~/.local/state/partner-catalog/master.key";

    /** {@link #state} as shown in help texts. */
    public static final String STATE_IN_WORDS =
            "$XDG_STATE_HOME/partner-catalog/APPLICATION, else ~/.local/state/partner-catalog/APPLICATION";

    private static final String FOLDER = "partner-catalog";

    private DefaultPaths() {}

    /** The operator's master key: {@code ${XDG_STATE_HOME:-~/.local/state}/partner-catalog/master.key}. */
    public static Path masterKey() {
        return stateFolder(System.getenv(), Path.of(System.getProperty("user.home")))
                .resolve("master.key");
    }

    /** The folder of an application's local state, which Kafka can always rebuild. */
    public static Path state(String application) {
        return stateFolder(System.getenv(), Path.of(System.getProperty("user.home")))
                .resolve(application);
    }

    /** The folder for what can be made anew at any time: {@code ${XDG_CACHE_HOME:-~/.cache}/partner-catalog}. */
    static Path cache() {
        return folder(System.getenv("XDG_CACHE_HOME"), Path.of(System.getProperty("user.home"), ".cache"));
    }

    static Path stateFolder(Map<String, String> environment, Path home) {
        return folder(environment.get("XDG_STATE_HOME"), home.resolve(".local").resolve("state"));
    }

    private static Path folder(@Nullable String chosen, Path otherwise) {
        // The specification says to ignore a relative path.
        Path base = chosen != null && chosen.startsWith("/") ? Path.of(chosen) : otherwise;
        return base.resolve(FOLDER);
    }
}
