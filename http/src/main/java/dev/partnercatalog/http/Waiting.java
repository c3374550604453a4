package dev.partnercatalog.http;

import io.javalin.http.Context;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A request that waits for an event, and holds neither a thread nor a place among the requests in hand meanwhile. Who lets
 * requests wait must bound how many there are and for how long. Thread-safe.
 *
 * <p>The handler gives what {@link #until} returns to {@link Context#future}, and returns.
 */
public final class Waiting {

    private Waiting() {}

    /**
     * Goes on once the event has happened and there is a place, in a thread of the server's. The operation is done when what
     * it then returns is.
     *
     * @param event completed by any thread, which isn't held up
     * @param then may wait again; what it throws is answered as if the handler had thrown it
     */
    public static CompletableFuture<Void> until(
            Context context, CompletableFuture<Void> event, Supplier<CompletableFuture<Void>> then) {
        LoadShedding.Admission admission = LoadShedding.of(context.req());
        admission.pause();
        return event.thenComposeAsync(happened -> then.get(), admission::resume);
    }
}
