package dev.partnercatalog.query.contract;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads files that come with the program. */
final class ResourceFile {

    private ResourceFile() {}

    static String text(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8);
    }

    /** @param name relative to this class, or from the root if it begins with a slash */
    static byte[] bytes(String name) {
        try (InputStream in = ResourceFile.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(name + " is not on the class path");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
