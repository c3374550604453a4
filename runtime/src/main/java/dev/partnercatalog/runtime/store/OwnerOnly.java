package dev.partnercatalog.runtime.store;

import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Protects folders from all users other than the one running this process. */
public final class OwnerOnly {

    private static final Logger LOG = LoggerFactory.getLogger(OwnerOnly.class);

    private OwnerOnly() {}

    /**
     * Removes a folder's permissions from all users except its owner, and so protects its content. If the folder
     * belongs to another user or its file system has no permissions, this is logged and ignored.
     */
    public static void restrict(Path folder) {
        try {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        } catch (UnsupportedOperationException e) {
            LOG.warn(
                    "{} can't be protected from other users of this machine: its file system has no permissions",
                    folder);
        } catch (IOException e) {
            LOG.warn("{} can't be protected from other users of this machine: {}", folder, FaultWords.of(e));
        }
    }
}
