package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.socket.PromptSockets;
import dev.partnercatalog.webhook.delivery.Message;
import java.io.IOException;
import java.net.Socket;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Signs and posts a body, over and over: the cost of delivering with nothing to decide. */
final class BareLoop {

    /** The most messages that a sink has in flight to one endpoint. */
    static final int CONCURRENCY = 16;

    private static final MediaType JSON = MediaType.get("application/json");

    private final OkHttpClient client = new OkHttpClient.Builder()
            .connectionPool(new ConnectionPool(CONCURRENCY, 30, TimeUnit.SECONDS))
            .protocols(List.of(Protocol.HTTP_1_1))
            .socketFactory(new PromptSockets(Socket::new))
            .retryOnConnectionFailure(false)
            .build();
    private final String url;
    private final String secret;
    private final byte[] body;

    private BareLoop(String url, String secret, int bytes) {
        this.url = url;
        this.secret = secret;
        this.body = new byte[bytes];
        new SplittableRandom(1).nextBytes(body);
    }

    /**
     * Takes a URL, a secret, and the size of a body. Each line of its input says for how many seconds to post, and is
     * answered when that is done.
     */
    public static void main(String[] arguments) throws Exception {
        BareLoop loop = new BareLoop(arguments[0], arguments[1], Integer.parseInt(arguments[2]));
        ExecutorService threads = Executors.newFixedThreadPool(CONCURRENCY);
        JavaProcess.answer(line -> {
            long end = System.nanoTime() + (long) (Double.parseDouble(line) * 1e9);
            Callable<Void> posting = () -> {
                loop.postUntil(end);
                return null;
            };
            for (Future<Void> each : threads.invokeAll(Collections.nCopies(CONCURRENCY, posting))) {
                each.get();
            }
            return "done";
        });
        threads.shutdownNow();
    }

    private void postUntil(long end) throws IOException {
        while (System.nanoTime() < end) {
            Message message = new Message("msg_" + System.nanoTime(), body, Message.Contents.changes(0, 0));
            long timestamp = Instant.now().getEpochSecond();
            Request request = new Request.Builder()
                    .url(url)
                    .header("User-Agent", "bare-loop")
                    .header("Accept-Encoding", "identity")
                    .header("webhook-id", message.id())
                    .header("webhook-timestamp", Long.toString(timestamp))
                    .header("webhook-signature", message.signature(List.of(secret), timestamp))
                    .post(RequestBody.create(body, JSON))
                    .build();
            try (Response response = client.newCall(request).execute()) {
                if (!response.isSuccessful()) {
                    throw new IOException("answered " + response.code());
                }
            }
        }
    }
}
