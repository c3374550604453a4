package dev.partnercatalog.cli.publish;

import java.io.PrintWriter;

/** Receives each line that was not published, as it happens; never from two threads at once. */
@FunctionalInterface
public interface LineFaultListener {

    /**
     * Receives one line.
     *
     * @param line number of the line, from 1
     * @param problem begins with the field at fault, if there is one
     */
    void faulty(long line, String problem);

    /** Prints one line for each: the place, the line's number and the problem. */
    static LineFaultListener printing(PrintWriter out, String place) {
        return (line, problem) -> out.println(place + line + ": " + problem);
    }
}
