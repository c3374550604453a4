package dev.partnercatalog.schemas.registry;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** An answer's body, of which no more than the limit is kept: the rest is never read. */
final class BoundedBody implements BodySubscriber<BoundedBody.Content> {

    /**
     * What was read.
     *
     * @param isWhole false where the body is longer
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
    record Content(byte[] bytes, boolean isWhole) {}

    private final int limit;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final CompletableFuture<Content> content = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    BoundedBody(int limit) {
        this.limit = limit;
    }

    @Override
    public CompletionStage<Content> getBody() {
        return content;
    }

    @Override
    public void onSubscribe(Subscription itsSubscription) {
        subscription = itsSubscription;
        itsSubscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> items) {
        for (ByteBuffer item : items) {
            byte[] part = new byte[Math.min(item.remaining(), limit - read.size())];
            boolean fits = part.length == item.remaining();
            item.get(part);
            read.writeBytes(part);
            if (!fits) {
                if (subscription != null) {
                    subscription.cancel();
                }
                content.complete(new Content(read.toByteArray(), false));
                return;
            }
        }
    }

    @Override
    public void onError(Throwable fault) {
        content.completeExceptionally(fault);
    }

    @Override
    public void onComplete() {
        content.complete(new Content(read.toByteArray(), true));
    }
}
