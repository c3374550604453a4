package dev.partnercatalog.runtime.secret;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Master keys for tests that don't look at the file of one. */
public final class MasterKeyInTest {
    private MasterKeyInTest() {}

    /** A master key that leaves no file, each time a different one. */
    public static MasterKey another() {
        try {
            Path folder = Files.createTempDirectory("master-key");
            Path file = folder.resolve("key");
            try {
                return MasterKey.loadOrCreate(file);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
