package dev.partnercatalog.standalone.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The clock of one process, which can be set while the process runs, if there is a C compiler on Linux: a preloaded
 * library gives the process another time of day. Clocks that measure intervals are left alone.
 */
final class ShiftedClock {
    private static final Path COMPILER = Path.of("/usr/bin/cc");
    private static final String SOURCE = "shifted-clock.c";

    private final Path library;
    private final Path file;
    private Duration current = Duration.ZERO;

    private ShiftedClock(Path library, Path file) {
        this.library = library;
        this.file = file;
    }

    /** A correct clock, with its files in a folder; empty without a compiler. */
    static Optional<ShiftedClock> in(Path folder) throws IOException, InterruptedException {
        if (!Files.isExecutable(COMPILER)) {
            return Optional.empty();
        }
        Path source = folder.resolve(SOURCE);
        try (InputStream text = Objects.requireNonNull(ShiftedClock.class.getResourceAsStream(SOURCE))) {
            Files.copy(text, source);
        }
        Path library = folder.resolve("shifted-clock.so");
        int status = new ProcessBuilder(
                        COMPILER.toString(),
                        "-shared",
                        "-fPIC",
                        "-O1",
                        "-o",
                        library.toString(),
                        source.toString(),
                        "-ldl")
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new AssertionError(source + " can't be compiled");
        }
        ShiftedClock clock = new ShiftedClock(library, folder.resolve("clock"));
        clock.set(Duration.ZERO);
        return Optional.of(clock);
    }

    /** The environment that a process needs to have this clock. */
    Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "SHIFTED_CLOCK", file.toString());
    }

    /** Sets it this far ahead of the correct time, or behind it; returns the step that it took. */
    Duration set(Duration ahead) throws IOException {
        ByteBuffer seconds = ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(ahead.toSeconds())
                .flip();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(seconds, 0);
        }
        Duration step = ahead.minus(current);
        current = ahead;
        return step;
    }
}
