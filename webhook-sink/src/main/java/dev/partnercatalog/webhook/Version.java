package dev.partnercatalog.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version of this program, as it was built. */
final class Version {

    private Version() {}

    static String current() {
        try (InputStream version = Version.class.getResourceAsStream("version")) {
            if (version == null) {
                throw new IllegalStateException("this program was built without its version");
            }
            return new String(version.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("the program's version can't be read", e);
        }
    }
}
