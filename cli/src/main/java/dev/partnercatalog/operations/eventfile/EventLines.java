package dev.partnercatalog.operations.eventfile;

import java.io.IOException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The events of a file, one after the other. Not thread-safe. */
public interface EventLines {

    /**
     * Returns the next event; null at the end. What doesn't fit is returned as {@link Line.Faulty}, and reading
     * continues after it.
     *
     * @throws IOException if the file can't be read any further
     */
    @Nullable
    Line next() throws IOException;

    /** The same events, each as it is judged. */
    default EventLines judged(UnaryOperator<Line> judge) {
        return () -> {
            Line line = next();
            return line == null ? null : judge.apply(line);
        };
    }
}
