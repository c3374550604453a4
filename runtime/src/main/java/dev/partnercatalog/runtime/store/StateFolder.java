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

    /** @param folder of one application, made where it isn't there */
    public StateFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes the folder ready for use: discards the stores in it that are damaged.
     *
     * @throws StateFolderException where it can't be used, and says why
     */
    public void prepare() {
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
            clean();
        } catch (OverlappingFileLockException e) {
            throw new StateFolderException(inUse(), e);
        } catch (IOException | UncheckedIOException e) {
            throw new StateFolderException("the state folder " + folder + " can't be used: " + e, e);
        }
    }

    String inUse() {
        return "the state folder " + folder + " is in use by another process: give each instance its own";
    }

    /** Removes what is no use any more; nobody else may be using the folder. */
    private void clean() throws IOException {
        List<Path> inside;
        try (Stream<Path> all = Files.list(folder)) {
            inside = all.toList();
        }
        for (Path path : inside) {
            String name = path.getFileName().toString();
            if (name.endsWith(DISCARDED)) {
                delete(path);
            } else if (TASK.matcher(name).matches()) {
                Optional<String> damage = StoreInspection.damage(path);
                if (damage.isPresent()) {
                    LOG.error(
                            "The local store {} is damaged ({}): it is discarded and rebuilt from Kafka",
                            path,
                            damage.get());
                    delete(path);
                }
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

    @Override
    public String toString() {
        return folder.toString();
    }
}
