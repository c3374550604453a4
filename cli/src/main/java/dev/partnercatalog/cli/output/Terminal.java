package dev.partnercatalog.cli.output;

import java.io.IOException;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Whether a person is watching, and the progress shown meanwhile. */
public final class Terminal {

    /** Removes a progress bar from the terminal's current line. */
    public static final String CLEAR_LINE = "\r\u001b[K";

    private static final int BAR_WIDTH = 79;

    /** How many of a unit are enough to watch them grow. */
    private static final int ENOUGH = 10;

    private static final int KILOBYTE = 1_000;
    private static final int MEGABYTE = 1_000_000;

    private Terminal() {}

    /**
     * A progress bar on standard error that counts bytes, in the largest unit of which there are several.
     *
     * @param all the number of bytes; -1 if it isn't known
     */
    public static ProgressBarBuilder byteBar(String task, long all) {
        ProgressBarBuilder bar = ProgressBar.builder()
                .setTaskName(task)
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, BAR_WIDTH))
                .setInitialMax(all);
        if (all >= ENOUGH * MEGABYTE) {
            return bar.setUnit(" MB", MEGABYTE);
        }
        return all < 0 || all >= ENOUGH * KILOBYTE ? bar.setUnit(" KB", KILOBYTE) : bar.setUnit(" bytes", 1);
    }

    /** What a line begins with so that a progress bar doesn't stay in front of it. */
    public static String lineStart(boolean watched) {
        return watched ? CLEAR_LINE : "";
    }

    /** Whether standard error is a terminal; the JDK can't tell for each output alone. */
    public static boolean isStandardError() {
        return isTerminal("2");
    }

    static boolean isStandardOutput() {
        return isTerminal("1");
    }

    private static boolean isTerminal(String descriptor) {
        try {
            return new ProcessBuilder("test", "-t", descriptor)
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noSuchProgram) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
