package dev.partnercatalog.cli.output;

import dev.partnercatalog.operations.Quantity;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** Tells every few seconds how much a command is still waiting for. Not thread-safe. */
public final class WaitingLine implements LongConsumer {

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final PrintWriter err;
    private final String before;
    private final String after;
    private long told = System.nanoTime();
    private long last = -1;

    /**
     * @param before the words before the number of records, after {@code catalog: }
     * @param after the words after it
     */
    public WaitingLine(PrintWriter err, String before, String after) {
        this.err = err;
        this.before = before;
        this.after = after;
    }

    @Override
    public void accept(long left) {
        if (System.nanoTime() - told > PAUSE_NANOS && left != last) {
            told = System.nanoTime();
            last = left;
            err.println("catalog: " + before + Quantity.of(left, "record") + after);
        }
    }
}
