package dev.partnercatalog.webhook.state;

import org.jspecify.annotations.Nullable;

/** Takes rows for the stores of a sink, each for one partition, in the order in which they are to be there. */
@FunctionalInterface
public interface RowWriter {

    /** Takes one row; null deletes it. */
    void write(int partition, byte[] key, byte @Nullable [] value);
}
