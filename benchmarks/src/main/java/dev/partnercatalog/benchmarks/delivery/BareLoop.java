package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.runtime.socket.PromptSockets;
import dev.partnercatalog.webhook.message.Message;
import dev.partnercatalog.webhook.message.WebhookSignature;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.ConnectionPool;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Signs and posts bodies that it has read before, over and over: the cost of delivering with nothing to decide. */
public final class BareLoop {

    private static final MediaType JSON = MediaType.get("application/json");

    private final OkHttpClient client;
    private final String url;
    private final String secret;
    private final List<byte[]> bodies;
    private final AtomicInteger posted = new AtomicInteger();

    private BareLoop(String url, String secret, List<byte[]> bodies, int concurrency) {
        this.url = url;
        this.secret = secret;
        this.bodies = bodies;
        this.client = new OkHttpClient.Builder()
                .connectionPool(new ConnectionPool(concurrency, 30, TimeUnit.SECONDS))
                .protocols(List.of(Protocol.HTTP_1_1))
                .socketFactory(new PromptSockets(Socket::new))
                .retryOnConnectionFailure(false)
                .build();
    }

    /**
     * Takes a URL, a secret, a file of bodies, each after its length, and the number of posts in flight at a time;
     * writes a line when it is ready. Each line of its input says for how many seconds to post, and is answered when
     * that is done.
     */
    public static void main(String[] arguments) throws Exception {
        int concurrency = Integer.parseInt(arguments[3]);
        BareLoop loop =
                new BareLoop(arguments[0], arguments[1], CapturedBodies.read(Path.of(arguments[2])), concurrency);
        System.out.println("ready");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        ExecutorService threads = Executors.newFixedThreadPool(concurrency);
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            long end = System.nanoTime() + (long) (Double.parseDouble(line) * 1e9);
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < concurrency; i++) {
                running.add(threads.submit(() -> {
                    loop.postUntil(end);
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
            System.out.println("done");
        }
        threads.shutdownNow();
    }

    private void postUntil(long end) throws IOException {
        while (System.nanoTime() < end) {
            int number = posted.getAndIncrement();
            byte[] body = bodies.get(number % bodies.size());
            Message message = new Message("msg_" + number, body, Message.Contents.changes(0, 0));
            long timestamp = Instant.now().getEpochSecond();
            Request request = new Request.Builder()
                    .url(url)
                    .header("User-Agent", "bare-loop")
                    .header("Accept-Encoding", "identity")
                    .header("webhook-id", message.id())
                    .header("webhook-timestamp", Long.toString(timestamp))
                    .header(
                            "webhook-signature",
                            WebhookSignature.header(List.of(secret), message, timestamp))
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
