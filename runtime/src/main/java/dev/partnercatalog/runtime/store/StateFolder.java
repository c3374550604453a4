package dev.partnercatalog.runtime.store;

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
 * Where an application's local stores lie: a folder for each of its tasks. Whatever is in it can be had from Kafka again.
 * Thread-safe.
 */
public final class StateFolder {

    /** With less the stores could hardly do their housekeeping. */
    private static final long LEAST_ROOM = 32L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);
    private static final String DISCARDED = ".discarded";
    private static final Pattern TASK = Pattern.compile("\\d+_\\d+");

    /** As Kafka Streams calls it, which holds it as long as it runs. */
    private static final String LOCK = ".lock";

    private final Path folder;
    private final boolean exactlyOnce;

    /**
     * @param folder of one application, made where it isn't there
     * @param exactlyOnce whether its stores hold what belongs to transactions
     */
    public StateFolder(Path folder, boolean exactlyOnce) {
        this.folder = folder;
        this.exactlyOnce = exactlyOnce;
    }

    /**
     * Makes the folder ready for use: discards the stores in it that are damaged, and those of exactly-once processing
     * where the last run was killed. Nobody can tell what in them was never committed, so Kafka Streams discards them
     * too, but only after it has opened each of them twice. Stores that an orderly close left as they are now count as
     * whole. What another version kept and nothing reads any more goes, too.
     *
     * @param stores the names of those that the application keeps
     * @throws StateFolderException where it can't be used, and says why
     */
    public void prepare(Set<String> stores) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new StateFolderException("the state folder " + folder + " can't be made: " + e, e);
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
            throw new StateFolderException("the state folder " + folder + " can't be used: " + e, e);
        }
    }

    private String inUse() {
        return "the state folder " + folder + " is in use by another process: give each instance its own";
    }

    /** Tells the next start that the stores are as Kafka Streams left them when it had closed them all. */
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
     * Removes what is no use any more; nobody else may be using the folder.
     *
     * @param closed how the last run left it; null where that didn't end in order
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
                    "The last run in {} was not closed in order: the local stores of its {} tasks are rebuilt from Kafka",
                    folder,
                    distrusted);
        }
    }

    private static void discardIfDamaged(Path task) throws IOException {
        Optional<String> damage = StoreInspection.damage(task);
        if (damage.isPresent()) {
            LOG.error("The local store {} is damaged ({}): it is discarded and rebuilt from Kafka", task, damage.get());
            delete(task);
        }
    }

    private static void deleteOthers(List<Path> found, Set<String> stores) {
        for (Path store : found) {
            if (!stores.contains(store.getFileName().toString())) {
                LOG.info("The local store {} is of another version, and is deleted", store);
                delete(store);
            }
        }
    }

    /** Why nothing can be written to it at this moment, null where it can. */
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
     * Takes a task's stores out of the way for good. A store that is still open there goes on with what it has open, and
     * what is opened next begins empty.
     *
     * @throws UncheckedIOException where they can't be moved
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
