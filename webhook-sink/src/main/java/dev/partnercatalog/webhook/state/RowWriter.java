package dev.partnercatalog.webhook.state;

import org.jspecify.annotations.Nullable;

/** Receives rows for the stores of a sink, each for one partition, in the order in which they must be there. */
@FunctionalInterface
public interface RowWriter {

    /** Writes one row; null deletes it. */
    void write(int partition, byte[] key, byte @Nullable [] value);
}
