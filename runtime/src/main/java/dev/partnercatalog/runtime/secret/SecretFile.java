package dev.partnercatalog.runtime.secret;

import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/** A file that contains random bytes in base64, and that only its owner can read. */
public final class SecretFile {

    private static final SecureRandom RANDOM = new SecureRandom();

    private SecretFile() {}

    /**
     * Creates the file and its folder if they don't exist. Safe if several processes start at once. Throws {@link
     * SecretException} if the file can't be created, or can't be hidden from others.
     */
    public static void createWhereAbsent(Path file, int bytes) {
        if (Files.exists(file)) {
            return;
        }
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
                Files.writeString(written, Base64.getEncoder().encodeToString(secret) + "\n");
                // A link is created in one step, and never replaces a file that another process has just created.
                Files.createLink(file, written);
            } finally {
                Files.delete(written);
            }
        } catch (FileAlreadyExistsException e) {
            // Another process created the file first: it counts for both.
        } catch (UnsupportedOperationException e) {
            throw new SecretException("the folder of " + file + " can't hold a secret safely: " + FaultWords.of(e), e);
        } catch (IOException e) {
            throw new SecretException("the secret can't be written to " + file + ": " + FaultWords.of(e), e);
        }
    }
}
