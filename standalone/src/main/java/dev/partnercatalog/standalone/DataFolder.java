package dev.partnercatalog.standalone;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder where a standalone keeps its data, in exclusive use from opening to closing: a lock, which ends with the
 * process however that ends, keeps a second standalone out.
 */
final class DataFolder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataFolder.class);
    private static final String PREFIX = "partner-catalog-";
    private static final String LOCK = "lock";
    private static final String KAFKA = "kafka";
    private static final String REGISTRY = "registry";
    private static final String STATE = "state";
    private static final String MASTER_KEY = "master.key";

    /** What a standalone makes; the last one is in each new file system. */
    private static final Set<String> ENTRIES =
            Set.of(LOCK, KAFKA, REGISTRY, STATE, MASTER_KEY, "console.token", "lost+found");

    /** What is written within a second or two, so that everything can still be closed in an orderly way. */
    private static final long LEAST_ROOM = 64L << 20;

    private final Path folder;
    private final FileChannel lock;
    private final boolean temporary;

    private DataFolder(Path folder, FileChannel lock, boolean temporary) {
        this.folder = folder;
        this.lock = lock;
        this.temporary = temporary;
    }

    /**
     * Opens a permanent folder, and creates it if it doesn't exist. From then on, only its owner has access to it.
     *
     * @throws OperatorFault if it holds something else, another standalone has it open, or it can't be written to; then
     *     nothing in it has been changed
     */
    static DataFolder open(Path folder) {
        Path place = folder.toAbsolutePath().normalize();
        requireUsableByKafka(place);
        try {
            Path made = Files.createDirectories(place);
            requireOwn(made);
            String obstacle = obstacle(made);
            if (obstacle != null) {
                throw new OperatorFault(obstacle);
            }
            FileChannel lock = lock(made);
            StateFolder.restrict(made);
            return new DataFolder(made, lock, false);
        } catch (IOException e) {
            throw new OperatorFault("the data folder " + folder + " can't be used: " + FaultWords.of(e), e);
        }
    }

    /** Creates a folder that is deleted when it is closed; also deletes one that a killed standalone has left behind. */
    static DataFolder temporary() {
        requireUsableByKafka(Path.of(System.getProperty("java.io.tmpdir")));
        try {
            Path made = Files.createTempDirectory(PREFIX);
            DataFolder data = new DataFolder(made, lock(made), true);
            removeAbandoned(made);
            String obstacle = obstacle(made);
            if (obstacle != null) {
                data.close();
                throw new OperatorFault(obstacle);
            }
            return data;
        } catch (IOException e) {
            throw new OperatorFault("can't create a temporary folder: " + FaultWords.of(e), e);
        }
    }

    private static void requireUsableByKafka(Path folder) {
        if (folder.toString().contains(",")) {
            throw new OperatorFault("the data folder " + folder
                    + " can't be used: Kafka would take the comma in its path for the end of one: choose another"
                    + " folder");
        }
    }

    /** Users and programs would be shut out of what isn't a standalone's. */
    private static void requireOwn(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            List<String> others = entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> !ENTRIES.contains(name))
                    .sorted()
                    .toList();
            if (!others.isEmpty() && !Files.isRegularFile(folder.resolve(LOCK))) {
                throw new OperatorFault("the data folder " + folder + " is not a standalone's, and holds "
                        + others.get(0) + ": choose an empty folder, or one that doesn't exist yet");
            }
        }
    }

    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel = FileChannel.open(
                folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (tryLock(channel) == null) {
                throw new OperatorFault(
                        "the data folder %s is in use by another standalone, process %s: stop that one, or choose another folder"
                                .formatted(folder, Files.readString(folder.resolve(LOCK))));
            }
            channel.truncate(0);
            channel.write(StandardCharsets.US_ASCII.encode(
                    Long.toString(ProcessHandle.current().pid())));
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            LOG.debug("This process itself has the lock", e);
            return null;
        }
    }

    /** Why nothing more should be written to it; null if there is room. */
    @Nullable
    String obstacle() {
        try {
            return obstacle(folder);
        } catch (IOException e) {
            return "the data folder " + folder + " can't be used: " + FaultWords.of(e);
        }
    }

    private static @Nullable String obstacle(Path folder) throws IOException {
        // Without opening a file, which fails where too many are open. 0 also if there is no such folder.
        long room = folder.toFile().getUsableSpace();
        if (room == 0) {
            Files.readAttributes(folder, BasicFileAttributes.class);
        }
        return room >= LEAST_ROOM
                ? null
                : "the disk of the data folder %s is full (%d MiB left, %d MiB are needed): make room, and start it again"
                        .formatted(folder, room >> 20, LEAST_ROOM >> 20);
    }

    Path kafka() {
        return folder.resolve(KAFKA);
    }

    Path registry() {
        return folder.resolve(REGISTRY);
    }

    /** The local state of one of the applications, which can be rebuilt from Kafka. */
    Path state(String application) {
        return folder.resolve(STATE).resolve(application);
    }

    Path masterKey() {
        return folder.resolve(MASTER_KEY);
    }

    @Override
    public void close() {
        try (lock) {
            if (temporary) {
                delete(folder);
            }
        } catch (IOException e) {
            LOG.warn("Can't delete the data folder {}: {}", folder, FaultWords.of(e));
        }
    }

    private static void removeAbandoned(Path own) throws IOException {
        UserPrincipal user = Files.getOwner(own);
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(own.getParent(), PREFIX + "*")) {
            for (Path folder : folders) {
                if (!folder.equals(own)) {
                    removeIfAbandoned(folder, user);
                }
            }
        }
    }

    private static void removeIfAbandoned(Path folder, UserPrincipal user) {
        try {
            // In a world-writable folder, others can leave traps under any name.
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    || !Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(user)) {
                return;
            }
            try (FileChannel channel =
                            FileChannel.open(folder.resolve(LOCK), StandardOpenOption.READ, StandardOpenOption.WRITE);
                    FileLock lock = tryLock(channel)) {
                // Without a process in its lock file, the folder belongs to a standalone that is about to lock it.
                if (lock != null && channel.size() > 0) {
                    delete(folder);
                }
            }
        } catch (NoSuchFileException e) {
            LOG.debug("{} has no lock yet, or is already being deleted", folder);
        } catch (IOException e) {
            LOG.warn("Can't delete the folder {} of a killed standalone: {}", folder, FaultWords.of(e));
        }
    }

    /** Deletes the lock file last, so that an interrupted attempt can be repeated. */
    private static void delete(Path folder) throws IOException {
        for (String entry : ENTRIES) {
            if (!entry.equals(LOCK)) {
                Utils.delete(folder.resolve(entry).toFile());
            }
        }
        Utils.delete(folder.toFile());
    }
}
