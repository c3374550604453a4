package dev.partnercatalog.cli.publish.eventfile;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The events of a file, one after the other. Not thread-safe. */
@FunctionalInterface
public interface EventLines {

    /**
     * Returns the next event; null at the end. What doesn't fit is returned as {@link Line.Faulty}, and reading
     * continues after it. Whether an event is too large for its topic is not checked yet.
     *
     * @throws IOException if the file can't be read any further
     */
    @Nullable
    Line next() throws IOException;
}
