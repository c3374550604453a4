package dev.partnercatalog.query.peer;

import dev.partnercatalog.records.PeerAnswer;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Response;

/** A request to another instance that is under way until it is closed. Thread-safe. */
final class PendingAnswer implements Callback, AutoCloseable {

    /** Reads a whole answer. */
    @FunctionalInterface
    interface Reader {
        PeerAnswer read(Response response) throws IOException;
    }

    private final Call call;
    private final Reader reader;
    private final CompletableFuture<PeerAnswer> answer = new CompletableFuture<>();

    private PendingAnswer(Call call, Reader reader) {
        this.call = call;
        this.reader = reader;
    }

    static PendingAnswer to(Call call, Reader reader) {
        PendingAnswer pending = new PendingAnswer(call, reader);
        call.enqueue(pending);
        return pending;
    }

    /** Throws {@link ExecutionException} where the instance couldn't be asked. */
    PeerAnswer await(long nanos) throws ExecutionException, TimeoutException, InterruptedException {
        return answer.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    @Override
    public void onFailure(Call failed, IOException e) {
        answer.completeExceptionally(e);
    }

    @Override
    public void onResponse(Call done, Response response) {
        try (response) {
            answer.complete(reader.read(response));
        } catch (IOException | RuntimeException e) {
            answer.completeExceptionally(e);
        }
    }

    /** Ends the request if it is still under way. */
    @Override
    public void close() {
        call.cancel();
    }
}
