package dev.partnercatalog.cli.publish;

import java.io.PrintWriter;

/** Hears of each line that was not published, as it happens; never from two threads at once. */
@FunctionalInterface
public interface LineFaultListener {

    /**
     * Hears of one line.
     *
     * @param line counts from 1
     * @param problem names the field at fault where there is one
     */
    void faulty(long line, String problem);

    /** Prints a line each: the place, the line's number and the problem. */
    static LineFaultListener printing(PrintWriter out, String place) {
        return (line, problem) -> out.println(place + line + ": " + problem);
    }
}
