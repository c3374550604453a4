package dev.partnercatalog.cli.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The standard output of this process. */
public final class StandardOutput {

    private static final Path FILE = Path.of("/dev/fd/1");
    private static final int FILE_TYPE = 0170000;
    private static final int PIPE = 0010000;
    private static final int SOCKET = 0140000;

    private StandardOutput() {}

    /**
     * Whether it has another end, as a pipe or a socket has. Writing to one fails only if its reader is gone; the words of
     * that fault depend on the system's language. Where that can't be found out, it counts as something else.
     */
    public static boolean hasOtherEnd() {
        try {
            return Files.getAttribute(FILE, "unix:mode") instanceof Integer mode
                    && ((mode & FILE_TYPE) == PIPE || (mode & FILE_TYPE) == SOCKET);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether a person is watching; the JDK can't tell for each output alone. */
    static boolean isTerminal() {
        try {
            return new ProcessBuilder("test", "-t", "1").inheritIO().start().waitFor() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
