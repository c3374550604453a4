package dev.partnercatalog.runtime.store;

import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of an application's local stores, with a folder for each of its tasks. Its whole content can be restored
 * from Kafka. Thread-safe.
 *
 * @param path of one application; created if it doesn't exist
 */
public record StateFolder(Path path) {

    /** With less, the stores could hardly do their housekeeping. */
    private static final long LEAST_ROOM = 32L << 20;

    /** How often a start looks whether files can be opened. */
    private static final int LOOKS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);
    private static final String DISCARDED = ".discarded";
    private static final Pattern TASK = Pattern.compile("\\d+_\\d+");

    /** The name that Kafka Streams uses for the folder of global stores. */
    private static final String GLOBAL = "global";

    /** The name that Kafka Streams uses; it holds this lock while it runs. */
    private static final String LOCK = ".lock";

    /**
     * Where the stores of applications go inside a folder that an operator chose. Kafka Streams closes the folder that it is
     * given to other users, and the chosen one may hold other things.
     */
    public static Path inside(Path chosen) {
        return chosen.resolve("stores");
    }

    /**
     * Prepares the folder for use: deletes stores of another version, which nothing reads any more, and all stores if they
     * were away from their topics for longer than those keep deletions, or are of others (D38).
     *
     * @param names of the stores that the application keeps
     * @param sources what they are made from
     * @throws StateFolderException with the reason if the folder can't be used
     */
    public LastCaughtUp prepare(Set<String> names, StoreSources sources, Instant now) {
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new StateFolderException("the state folder " + path + " can't be created: " + FaultWords.of(e), e);
        }
        String obstacle = lastingObstacle();
        if (obstacle != null) {
            throw new StateFolderException("the state folder " + path + " can't be used: " + obstacle);
        }
        try (FileChannel channel =
                        FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw new StateFolderException(inUse());
            }
            clean(names);
            String objection = stores().isEmpty() ? null : LastCaughtUp.objection(path, sources, now);
            if (objection != null) {
                LOG.warn("The local stores in {} {}: they are made anew from their topics", path, objection);
                inside().stream().filter(StateFolder::hasStores).forEach(StateFolder::delete);
            }
            return LastCaughtUp.begin(this, sources, now);
        } catch (OverlappingFileLockException e) {
            throw new StateFolderException(inUse(), e);
        } catch (IOException | UncheckedIOException e) {
            throw new StateFolderException("the state folder " + path + " can't be used: " + FaultWords.of(e), e);
        }
    }

    private String inUse() {
        return "the state folder " + path + " is in use by another process: give each instance its own folder";
    }

    private List<Path> inside() throws IOException {
        try (Stream<Path> all = Files.list(path)) {
            return all.toList();
        }
    }

    private static boolean isGlobal(Path path) {
        return path.getFileName().toString().equals(GLOBAL);
    }

    private static boolean hasStores(Path path) {
        return isGlobal(path) || TASK.matcher(path.getFileName().toString()).matches();
    }

    /** Removes what is no longer of use; nothing else may be using the folder. */
    private void clean(Set<String> names) throws IOException {
        for (Path path : inside()) {
            if (path.getFileName().toString().endsWith(DISCARDED)) {
                delete(path);
            } else if (hasStores(path)) {
                for (Path store : storesOf(path)) {
                    if (!names.contains(store.getFileName().toString())) {
                        LOG.info("The local store {} belongs to another version: deleting it", store);
                        delete(store);
                    }
                }
            }
        }
    }

    /** The stores that are on the disk, by name and partition; all global ones together. */
    Set<TopicPartition> stores() throws IOException {
        Set<TopicPartition> stores = new HashSet<>();
        for (Path path : inside()) {
            if (hasStores(path)) {
                for (Path store : storesOf(path)) {
                    stores.add(
                            isGlobal(path)
                                    ? LastCaughtUp.GLOBAL
                                    : new TopicPartition(
                                            store.getFileName().toString(),
                                            TaskId.parse(path.getFileName().toString())
                                                    .partition()));
                }
            }
        }
        return stores;
    }

    private static List<Path> storesOf(Path path) throws IOException {
        Path stores = isGlobal(path) ? path : path.resolve("rocksdb");
        if (!Files.isDirectory(stores)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(stores)) {
            return all.filter(Files::isDirectory).toList();
        }
    }

    /** The same, but a process that may open no more files is given a moment to close some. */
    private @Nullable String lastingObstacle() {
        String obstacle = obstacle();
        try {
            for (int look = 1; look < LOOKS && FaultWords.OUT_OF_FILES.equals(obstacle); look++) {
                TimeUnit.SECONDS.sleep(1);
                obstacle = obstacle();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return obstacle;
    }

    /** Why nothing can be written to it now; null if it can be written. */
    public @Nullable String obstacle() {
        // Asks without opening a file; 0 if the disk doesn't say.
        long room = path.toFile().getUsableSpace();
        String fault = null;
        try {
            Files.delete(Files.createTempFile(path, "probe", null));
        } catch (IOException e) {
            fault = FaultWords.of(e);
        }
        return room < LEAST_ROOM && (fault == null || room > 0 || fault.startsWith("No space"))
                ? "its disk is full (" + (room >> 10) + " KiB left, " + (LEAST_ROOM >> 20) + " MiB are needed)"
                : fault;
    }

    /** Moves a task's stores away for good. An open one continues with its open files; new ones start empty. */
    public void discard(TaskId task) {
        Path stores = path.resolve(task.toString());
        Path discarded = path.resolve(task + "-" + System.nanoTime() + DISCARDED);
        try {
            if (Files.exists(stores)) {
                Files.move(stores, discarded);
                delete(discarded);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the damaged store " + stores + " can't be moved away", e);
        }
    }

    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " can't be deleted", e);
        }
    }

    /**
     * Removes a folder's permissions from all users except its owner, and so protects its content. If the folder belongs
     * to another user or its file system has no permissions, this is logged and ignored.
     */
    public static void restrict(Path folder) {
        try {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        } catch (UnsupportedOperationException | IOException e) {
            String reason =
                    e instanceof IOException fault ? FaultWords.of(fault) : "its file system has no permissions";
            LOG.warn("{} can't be protected from other users of this machine: {}", folder, reason);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
