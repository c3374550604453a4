package dev.partnercatalog.standalone;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Parts that start side by side. Closing waits until each has started or failed, so that none goes on starting into what is
 * being taken down. For one thread.
 */
final class Starts implements AutoCloseable {
    private final List<CompletableFuture<?>> begun = new ArrayList<>();

    /** Begins to start a part, in a thread of its own: it waits for others, and would keep pooled threads from them. */
    <T> CompletableFuture<T> begin(String name, Supplier<T> start) {
        CompletableFuture<T> started =
                CompletableFuture.supplyAsync(start, task -> new Thread(task, "start " + name).start());
        begun.add(started);
        return started;
    }

    /** Waits for a part; throws what its start threw. */
    static <T> T await(CompletableFuture<T> started) {
        try {
            return started.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException fault) {
                throw fault;
            }
            if (e.getCause() instanceof Error fault) {
                throw fault;
            }
            throw e;
        }
    }

    @Override
    public void close() {
        for (CompletableFuture<?> started : begun) {
            // Whoever waits for the part is told of its fault.
            started.handle((part, fault) -> part).join();
        }
    }
}
