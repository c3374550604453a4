package dev.partnercatalog.operations.eventfile;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The events of a file, one after another. Not thread-safe. */
public interface EventLines {

    /**
     * The next event; null at the end. What doesn't fit comes as {@link Line.Faulty}, and the file goes on behind it.
     *
     * @throws IOException where the file can't be read any further
     */
    @Nullable
    Line next() throws IOException;
}
