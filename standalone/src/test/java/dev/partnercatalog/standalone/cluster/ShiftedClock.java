package dev.partnercatalog.standalone.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The clock of one process, which is set while the process runs, where Debian's package {@code libfaketime} is
 * installed: it gives the process another time of day. What measures intervals goes on as if nothing was.
 */
final class ShiftedClock {
    private static final Path LIBRARIES = Path.of("/usr/lib");
    private static final String LIBRARY = "faketime/libfaketimeMT.so.1";

    private final Path library;
    private final Path file;

    private ShiftedClock(Path library, Path file) {
        this.library = library;
        this.file = file;
    }

    /** A clock that goes right, and keeps its offset in a file; empty without the library. */
    static Optional<ShiftedClock> in(Path file) throws IOException {
        try (Stream<Path> folders = Files.list(LIBRARIES)) {
            Optional<ShiftedClock> clock = folders.map(folder -> folder.resolve(LIBRARY))
                    .filter(Files::exists)
                    .findFirst()
                    .map(library -> new ShiftedClock(library, file.toAbsolutePath()));
            if (clock.isPresent()) {
                clock.get().set(Duration.ZERO);
            }
            return clock;
        }
    }

    /** What a process needs in its environment to have this clock. */
    Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "FAKETIME_TIMESTAMP_FILE", file.toString(),
                "FAKETIME_CACHE_DURATION", "1",
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                "NO_FAKE_STAT", "1");
    }

    /** Sets it so far ahead of the right time, or behind it; the process sees that within a second. */
    void set(Duration ahead) throws IOException {
        Path written = Files.writeString(
                file.resolveSibling(file.getFileName() + ".new"), "%+d%n".formatted(ahead.toSeconds()));
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
