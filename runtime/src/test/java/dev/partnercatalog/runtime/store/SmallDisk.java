package dev.partnercatalog.runtime.store;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A disk in memory, if the test may mount one. */
public record SmallDisk(Path folder) implements AutoCloseable {

    /** Skips the test if it may not mount a disk. */
    public static SmallDisk mount(Path folder, int mebibytes) throws IOException, InterruptedException {
        Optional<SmallDisk> disk = mountIfAllowed(folder, mebibytes);
        assumeTrue(disk.isPresent(), "this test needs the right to mount a small disk");
        return disk.orElseThrow();
    }

    public static Optional<SmallDisk> mountIfAllowed(Path folder, int mebibytes)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Process mount = new ProcessBuilder(
                        "mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "small-disk", folder.toString())
                .redirectErrorStream(true)
                .start();
        return mount.waitFor() == 0 ? Optional.of(new SmallDisk(folder)) : Optional.empty();
    }

    /** Uses up all space that is free now; deleting files later frees some. */
    public void fill() throws IOException {
        byte[] block = new byte[1 << 16];
        try (var file =
                Files.newOutputStream(folder.resolve("filler"), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (true) {
                file.write(block);
            }
        } catch (IOException full) {
            if (Files.getFileStore(folder).getUsableSpace() > block.length) {
                throw full;
            }
        }
    }

    public void makeRoom() throws IOException {
        Files.delete(folder.resolve("filler"));
    }

    @Override
    public void close() {
        try {
            Process unmount = new ProcessBuilder("umount", folder.toString()).start();
            if (!unmount.waitFor(1, TimeUnit.MINUTES) || unmount.exitValue() != 0) {
                throw new AssertionError("the disk at " + folder + " can't be unmounted");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while the disk at " + folder + " was unmounted", e);
        }
    }
}
