package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.secret.MasterKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Master keys for tests: each one is different, and leaves no file. */
final class MasterKeys {

    private MasterKeys() {}

    static MasterKey another() {
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
