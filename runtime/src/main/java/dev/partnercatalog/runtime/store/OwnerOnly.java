package dev.partnercatalog.runtime.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps folders from everybody but the user that this process runs as. */
public final class OwnerOnly {

    private static final Logger LOG = LoggerFactory.getLogger(OwnerOnly.class);

    private OwnerOnly() {}

    /**
     * Takes a folder's permissions from all but its owner, and with them what lies in it. Where that can't be done, because
     * the folder belongs to another user or its file system knows no permissions, it says so in the log and goes on.
     */
    public static void restrict(Path folder) {
        try {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        } catch (UnsupportedOperationException e) {
            LOG.warn("{} can't be kept from other users of this machine: its file system has no permissions", folder);
        } catch (IOException e) {
            LOG.warn("{} can't be kept from other users of this machine: {}", folder, e.toString());
        }
    }
}
