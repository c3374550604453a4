package dev.partnercatalog.cli.publish;

import java.io.PrintWriter;

/** Receives each line that was not published, as it happens, and warnings; never from two threads at once. */
@FunctionalInterface
public interface LineFaultListener {

    /**
     * Receives one line.
     *
     * @param line number of the line, from 1
     * @param problem begins with the field at fault, if there is one
     */
    void faulty(long line, String problem);

    /**
     * Receives one of the first lines that are published although they are probably not what their author meant.
     * Ignored by default.
     *
     * @param line number of the line, from 1
     * @param problem begins with the field that it is about, if there is one
     */
    default void warned(long line, String problem) {}

    /** Prints one line for each: the place, the line's number and the problem. */
    static LineFaultListener printing(PrintWriter out, String place) {
        return new LineFaultListener() {
            @Override
            public void faulty(long line, String problem) {
                out.println(place + line + ": " + problem);
            }

            @Override
            public void warned(long line, String problem) {
                out.println(place + line + ": warning: " + problem);
            }
        };
    }
}
