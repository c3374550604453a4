package dev.partnercatalog.cli.publish;

import java.io.IOException;

/** Whether people watch. */
final class Terminal {

    private Terminal() {}

    /** Whether standard error is a terminal, which the JDK tells of standard input and output alone. */
    static boolean isStandardError() {
        try {
            return new ProcessBuilder("test", "-t", "2").inheritIO().start().waitFor() == 0;
        } catch (IOException noSuchProgram) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
