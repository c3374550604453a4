package dev.partnercatalog.runtime;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Reads files that come with the program. */
public final class ResourceFile {

    private ResourceFile() {}

    /** The content of a file in UTF-8; see {@link #bytes}. */
    public static String text(Class<?> owner, String name) {
        return new String(bytes(owner, name), StandardCharsets.UTF_8);
    }

    /** The content of a file, whose name is relative to the owner, or from the root if it begins with a slash. */
    public static byte[] bytes(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(name + " is not on the class path");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
