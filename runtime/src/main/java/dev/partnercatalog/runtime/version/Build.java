package dev.partnercatalog.runtime.version;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * The version and commit from which this program was built.
 *
 * @param version such as {@code 0.1.0}
 * @param commit abbreviated, followed by {@code -modified} if files differed from it; {@code unknown} if the program
 *     was built from sources without their history
 */
public record Build(String version, String commit) {

    /** The build of the running program. */
    public static Build current() {
        try (InputStream file = Build.class.getResourceAsStream("build.properties")) {
            if (file == null) {
                throw new IllegalStateException("this program was built without a version");
            }
            Properties properties = new Properties();
            properties.load(file);
            String commit = properties.getProperty("commit");
            boolean modified = Boolean.parseBoolean(properties.getProperty("modified"));
            return new Build(properties.getProperty("version"), modified ? commit + "-modified" : commit);
        } catch (IOException e) {
            throw new UncheckedIOException("the program's version can't be read", e);
        }
    }
}
