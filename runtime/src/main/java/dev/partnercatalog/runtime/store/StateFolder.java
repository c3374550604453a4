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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);
    private static final String DISCARDED = ".discarded";
    private static final Pattern TASK = Pattern.compile("\\d+_\\d+");

    /** The name that Kafka Streams uses; it holds this lock while it runs. */
    private static final String LOCK = ".lock";

    private final Path folder;
    private final boolean exactlyOnce;

    /**
     * @param folder of one application; created if it doesn't exist
     * @param exactlyOnce whether its stores are part of transactions
     */
    public StateFolder(Path folder, boolean exactlyOnce) {
        this.folder = folder;
        this.exactlyOnce = exactlyOnce;
    }

    /**
     * Prepares the folder for use: discards damaged stores, and the stores of exactly-once processing if the last run
     * was killed. It is unknown which of their data was never committed, so Kafka Streams would discard them too, but
     * only after opening each of them twice. Stores that are unchanged since an orderly close count as intact. Stores
     * of another version that nothing reads any more are deleted too.
     *
     * @param stores the names of the stores that the application keeps
     * @throws StateFolderException with the reason if the folder can't be used
     */
    public void prepare(Set<String> stores) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new StateFolderException("the state folder " + folder + " can't be created: " + FaultWords.of(e), e);
        }
        String obstacle = obstacle();
        if (obstacle != null) {
            throw new StateFolderException("the state folder " + folder + " can't be used: " + obstacle);
        }
        try (FileChannel channel =
                        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw new StateFolderException(inUse());
            }
            clean(stores, ClosedTasks.take(folder).orElse(null));
        } catch (OverlappingFileLockException e) {
            throw new StateFolderException(inUse(), e);
        } catch (IOException | UncheckedIOException e) {
            throw new StateFolderException("the state folder " + folder + " can't be used: " + FaultWords.of(e), e);
        }
    }

    private String inUse() {
        return "the state folder " + folder + " is in use by another process: give each instance its own folder";
    }

    /** Marks the stores for the next start as those that Kafka Streams left when it had closed all of them. */
    public void closed() {
        try {
            ClosedTasks.note(
                    folder, inside().stream().filter(StateFolder::isTask).toList());
        } catch (IOException | UncheckedIOException e) {
            LOG.warn(
                    "{} can't be marked as closed, so the next start may rebuild its stores: {}", folder, e.toString());
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

    /**
     * Removes what is no longer of use; nothing else may be using the folder.
     *
     * @param closed how the last run left it; null if that run wasn't closed properly
     */
    private void clean(Set<String> stores, @Nullable ClosedTasks closed) throws IOException {
        int distrusted = 0;
        for (Path path : inside()) {
            if (path.getFileName().toString().endsWith(DISCARDED)) {
                delete(path);
            } else if (isTask(path) && (closed != null || !exactlyOnce)) {
                deleteOthers(StoreInspection.stores(path), stores);
                if (closed == null || !closed.isUntouched(path)) {
                    discardIfDamaged(path);
                }
            } else if (isTask(path)) {
                delete(path);
                distrusted++;
            }
        }
        if (distrusted > 0) {
            LOG.info(
                    "The last run in {} was not closed properly: rebuilding the local stores of its {} tasks from Kafka",
                    folder,
                    distrusted);
        }
    }

    private static void discardIfDamaged(Path task) throws IOException {
        Optional<String> damage = StoreInspection.damage(task);
        if (damage.isPresent()) {
            LOG.error(
                    "The local store {} is damaged ({}): discarding it and rebuilding it from Kafka",
                    task,
                    damage.get());
            delete(task);
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

    /** Why nothing can be written to it now; null if it can be written. */
    public @Nullable String obstacle() {
        try {
            long room = Files.getFileStore(folder).getUsableSpace();
            if (room < LEAST_ROOM) {
                return "its disk is full (" + (room >> 10) + " KiB left, " + (LEAST_ROOM >> 20) + " MiB are needed)";
            }
            Files.delete(Files.createTempFile(folder, "probe", null));
            return null;
        } catch (IOException e) {
            return e.toString();
        }
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

    private static void delete(Path folder) {
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
