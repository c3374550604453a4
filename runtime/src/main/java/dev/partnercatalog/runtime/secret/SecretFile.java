package dev.partnercatalog.runtime.secret;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/** A file that holds random bytes in base64, after a prefix if there is one, and that its owner alone can read. */
public final class SecretFile {

    private static final SecureRandom RANDOM = new SecureRandom();

    private SecretFile() {}

    /**
     * Makes the file, and its folder, where there is none. Safe at several starts at once.
     *
     * @throws SecretException where it can't be made, or not so that others can't read it
     */
    public static void createWhereAbsent(Path file, int bytes) {
        createWhereAbsent(file, "", bytes);
    }

    /** The same with a prefix. */
    static void createWhereAbsent(Path file, String prefix, int bytes) {
        if (!Files.exists(file)) {
            create(file, prefix, bytes);
        }
    }

    private static void create(Path file, String prefix, int bytes) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            Files.createDirectories(folder);
            byte[] secret = new byte[bytes];
            RANDOM.nextBytes(secret);
            boolean posix = Files.getFileStore(folder).supportsFileAttributeView("posix");
            Path written = posix
                    ? Files.createTempFile(
                            folder,
                            ".secret",
                            null,
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
                    : Files.createTempFile(folder, ".secret", null);
            try {
                Files.writeString(written, prefix + Base64.getEncoder().encodeToString(secret) + "\n");
                // A link is made in one step and never over a file that another process has just made.
                Files.createLink(file, written);
            } finally {
                Files.delete(written);
            }
        } catch (FileAlreadyExistsException e) {
            // Another process made the file first: that one holds for both.
        } catch (UnsupportedOperationException e) {
            throw new SecretException("the folder of " + file + " can't hold a secret safely: " + e, e);
        } catch (IOException e) {
            throw new SecretException("the secret can't be written to " + file + ": " + e, e);
        }
    }
}
