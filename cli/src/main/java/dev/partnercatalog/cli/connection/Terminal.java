package dev.partnercatalog.cli.connection;

import java.io.IOException;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Whether a person is watching, and the progress shown meanwhile. */
public final class Terminal {

    private static final int BAR_WIDTH = 79;
    private static final String CLEAR_LINE = "\r\u001b[K";

    private Terminal() {}

    /** A progress bar on standard error. */
    public static ProgressBarBuilder bar(String task) {
        return ProgressBar.builder()
                .setTaskName(task)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, BAR_WIDTH));
    }

    /** What a line begins with so that a progress bar doesn't stay in front of it. */
    public static String lineStart(boolean watched) {
        return watched ? CLEAR_LINE : "";
    }

    /** Whether standard error is a terminal; the JDK can only tell for standard input and output. */
    public static boolean isStandardError() {
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
