package dev.partnercatalog.runtime.http;

import io.javalin.http.Context;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A request that waits for an event without holding a thread or a slot. Callers must limit how many requests wait, and
 * for how long. Thread-safe.
 *
 * <p>The handler passes the result of {@link #until} to {@link Context#future}, and returns.
 */
public final class Waiting {

    private Waiting() {}

    /**
     * Continues in one of the server's threads once the event has occurred and there is a slot. The operation is
     * complete when the future that {@code then} returns is.
     *
     * @param event completed by any thread, which isn't held up
     * @param then may wait again; its exceptions are answered as if the handler had thrown them
     */
    public static CompletableFuture<Void> until(
            Context context, CompletableFuture<Void> event, Supplier<CompletableFuture<Void>> then) {
        LoadShedding.Admission admission = LoadShedding.of(context.req());
        admission.pause();
        return event.thenComposeAsync(happened -> then.get(), admission::resume);
    }
}
