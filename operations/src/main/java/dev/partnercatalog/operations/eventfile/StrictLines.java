package dev.partnercatalog.operations.eventfile;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Events of which none is published that has a warning: the warnings are faults. */
public final class StrictLines implements EventLines {

    private final EventLines lines;

    public StrictLines(EventLines lines) {
        this.lines = lines;
    }

    @Override
    public @Nullable Line next() throws IOException {
        Line line = lines.next();
        return line == null || line.warnings().isEmpty() ? line : new Line.Faulty(line.number(), line.warnings());
    }
}
