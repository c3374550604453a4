package dev.partnercatalog.standalone;

import dev.partnercatalog.standalone.RunningParts.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Parts that start in parallel. Closing waits until each one has started or failed, so that none keeps starting on top
 * of what is being taken down. Not thread-safe.
 */
final class ParallelStart implements AutoCloseable {
    private final List<CompletableFuture<?>> begun = new ArrayList<>();

    /** Begins to start a part on its own thread: it waits for others, and would block pooled threads. */
    <T> CompletableFuture<T> begin(String name, Supplier<T> start) {
        CompletableFuture<T> started =
                CompletableFuture.supplyAsync(start, task -> new Thread(task, "start " + name).start());
        begun.add(started);
        return started;
    }

    /** Begins to start a part, which is closed with the others. */
    <T extends AutoCloseable> CompletableFuture<T> begin(
            RunningParts parts, Stage stage, String name, Supplier<T> start) {
        return begin(name, () -> parts.start(stage, name, start));
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
            // Whoever waits for the part gets its exception.
            started.handle((part, fault) -> part).join();
        }
    }
}
