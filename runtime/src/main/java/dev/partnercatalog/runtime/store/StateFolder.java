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
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.TaskId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of an application's local stores, with a folder for each of its tasks. Its whole content can be restored
 * from Kafka. Thread-safe.
 */
public final class StateFolder {

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

    private final Path folder;
    private volatile @Nullable WholeTimes whole;

    /**
     * Where the stores of applications go inside a folder that an operator chose. Kafka Streams closes the folder that it is
     * given to other users, and the chosen one may hold other things.
     */
    public static Path inside(Path chosen) {
        return chosen.resolve("stores");
    }

    /** @param folder of one application; created if it doesn't exist */
    public StateFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Prepares the folder for use: deletes stores of another version, which nothing reads any more, and stores that were
     * away from their topics for longer than those keep deletions (D38).
     *
     * @param stores the names of the stores that the application keeps
     * @param deletionsKept how long deletions can be read in the topic that a store is made from, by the store's name;
     *     a store whose topic doesn't exist isn't judged
     * @param now the time
     * @throws StateFolderException with the reason if the folder can't be used
     */
    public void prepare(Set<String> stores, Map<String, Duration> deletionsKept, Instant now) {
        whileLocked(() -> {
            clean(stores);
            discardOutdated(deletionsKept, now);
        });
    }

    /**
     * Prepares the folder of an application that has only global stores of its own, which look after themselves: deletes
     * all others.
     *
     * @param stores the names of the stores that the application keeps
     * @throws StateFolderException with the reason if the folder can't be used
     */
    public void prepareGlobal(Set<String> stores) {
        whileLocked(() -> {
            inside().stream().filter(StateFolder::isTask).forEach(StateFolder::delete);
            if (Files.isDirectory(folder.resolve(GLOBAL))) {
                try (Stream<Path> kept = Files.list(folder.resolve(GLOBAL))) {
                    deleteOthers(kept.filter(Files::isDirectory).toList(), stores);
                }
            }
        });
    }

    private interface FileWork {
        void run() throws IOException;
    }

    private void whileLocked(FileWork work) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new StateFolderException("the state folder " + folder + " can't be created: " + FaultWords.of(e), e);
        }
        String obstacle = lastingObstacle();
        if (obstacle != null) {
            throw new StateFolderException("the state folder " + folder + " can't be used: " + obstacle);
        }
        try (FileChannel channel =
                        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw new StateFolderException(inUse());
            }
            work.run();
        } catch (OverlappingFileLockException e) {
            throw new StateFolderException(inUse(), e);
        } catch (IOException | UncheckedIOException e) {
            throw new StateFolderException("the state folder " + folder + " can't be used: " + FaultWords.of(e), e);
        }
    }

    private String inUse() {
        return "the state folder " + folder + " is in use by another process: give each instance its own folder";
    }

    /**
     * When the stores last held everything that their topics held. Whoever watches them notes it there; it is written
     * when they are closed.
     *
     * @throws IllegalStateException before the folder is prepared
     */
    public WholeTimes whole() {
        WholeTimes prepared = whole;
        if (prepared == null) {
            throw new IllegalStateException(folder + " is not prepared");
        }
        return prepared;
    }

    /** Writes for the next start what is known of the stores, now that Kafka Streams has closed all of them. */
    public void closed() {
        try {
            if (whole != null) {
                whole.write(folder);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn(
                    "the times of the stores in {} can't be written, so the next start may rebuild them: {}",
                    folder,
                    FaultWords.of(e));
        }
    }

    private List<Path> inside() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    private static boolean isTask(Path path) {
        return TASK.matcher(path.getFileName().toString()).matches();
    }

    /** Removes what is no longer of use; nothing else may be using the folder. */
    private void clean(Set<String> stores) throws IOException {
        for (Path path : inside()) {
            if (path.getFileName().toString().endsWith(DISCARDED)) {
                delete(path);
            } else if (isTask(path)) {
                deleteOthers(storesOf(path), stores);
            }
        }
    }

    /**
     * Deletes the tasks with a store that was away for too long. What is read from now on is no older than now, so that
     * this is the time of all stores that are not there yet.
     */
    private void discardOutdated(Map<String, Duration> deletionsKept, Instant now) throws IOException {
        WholeTimes before = WholeTimes.read(folder);
        WholeTimes after = WholeTimes.of(now);
        for (Path task : inside().stream().filter(StateFolder::isTask).toList()) {
            int partition = TaskId.parse(task.getFileName().toString()).partition();
            List<String> names = storesOf(task).stream()
                    .map(store -> store.getFileName().toString())
                    .toList();
            TimeAway outdated = names.stream()
                    .filter(deletionsKept::containsKey)
                    .map(name -> new TimeAway(
                            before.of(name, partition), now, Objects.requireNonNull(deletionsKept.get(name))))
                    .filter(TimeAway::isTooLong)
                    .findFirst()
                    .orElse(null);
            if (outdated != null) {
                LOG.warn("The local store {} {}: it is made anew from its topic", task, outdated);
                delete(task);
            } else {
                names.forEach(name -> after.keep(name, partition, before.of(name, partition)));
            }
        }
        after.write(folder);
        whole = after;
    }

    private static List<Path> storesOf(Path task) throws IOException {
        Path stores = task.resolve("rocksdb");
        if (!Files.isDirectory(stores)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(stores)) {
            return all.toList();
        }
    }

    private static void deleteOthers(List<Path> found, Set<String> stores) {
        for (Path store : found) {
            if (!stores.contains(store.getFileName().toString())) {
                LOG.info("The local store {} belongs to another version: deleting it", store);
                delete(store);
            }
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
        long room = folder.toFile().getUsableSpace();
        String fault = null;
        try {
            Files.delete(Files.createTempFile(folder, "probe", null));
        } catch (IOException e) {
            fault = FaultWords.of(e);
        }
        return room < LEAST_ROOM && (fault == null || room > 0 || fault.startsWith("No space"))
                ? "its disk is full (" + (room >> 10) + " KiB left, " + (LEAST_ROOM >> 20) + " MiB are needed)"
                : fault;
    }

    /**
     * Moves a task's stores away for good. A store that is still open continues with its open files; stores opened from
     * now on start empty.
     *
     * @throws UncheckedIOException if they can't be moved
     */
    public void discard(TaskId task) {
        Path stores = folder.resolve(task.toString());
        Path aside = folder.resolve(task + "-" + System.nanoTime() + DISCARDED);
        try {
            if (Files.exists(stores)) {
                Files.move(stores, aside);
                delete(aside);
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

    /** Where it is. */
    public Path path() {
        return folder;
    }

    @Override
    public String toString() {
        return folder.toString();
    }
}
