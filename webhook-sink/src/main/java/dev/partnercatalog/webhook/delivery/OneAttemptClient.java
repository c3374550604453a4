package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.socket.PromptSockets;
import java.net.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import org.slf4j.LoggerFactory;

/** Creates the HTTP client: it connects to allowed addresses only, and makes one attempt per call. */
final class OneAttemptClient {

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(OneAttemptClient.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration IDLE_CONNECTION = Duration.ofSeconds(30);
    private static final Duration OLDEST_CONNECTION = Duration.ofMinutes(5);
    private static final Duration IDLE_THREAD = Duration.ofSeconds(30);

    /**
     * okhttp refuses some responses, such as a 204 with a length, without closing their bodies, and would write a warning
     * for each to the standard error. Kept in a field, or its level would be lost.
     */
    private static final Logger OKHTTP = Logger.getLogger(OkHttpClient.class.getName());

    private OneAttemptClient() {}

    static OkHttpClient create(WebhookAddresses addresses, Duration timeout, int maxInFlight) {
        OKHTTP.setLevel(Level.OFF);
        AtomicInteger threads = new AtomicInteger();
        // Bounded by the slots that Endpoints gives out, not here: okhttp's own limits would queue calls invisibly, the
        // more so if a call that was given up still holds its thread.
        Dispatcher dispatcher = new Dispatcher(new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_THREAD.toSeconds(), TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "webhook-delivery-" + threads.incrementAndGet());
                    thread.setDaemon(true);
                    // okhttp throws again what it has already reported as the outcome: an endpoint can cause that.
                    thread.setUncaughtExceptionHandler(
                            (ended, fault) -> LOG.debug("{} ended unexpectedly", ended.getName(), fault));
                    return thread;
                }));
        dispatcher.setMaxRequests(Integer.MAX_VALUE);
        dispatcher.setMaxRequestsPerHost(Integer.MAX_VALUE);
        return ExplainedTrust.ofMachine(new OkHttpClient.Builder())
                .dispatcher(dispatcher)
                .connectionPool(new ConnectionPool(maxInFlight, IDLE_CONNECTION.toSeconds(), TimeUnit.SECONDS))
                // One connection per attempt: with HTTP/2 a stalled connection would hold up everything that shares it.
                .protocols(List.of(Protocol.HTTP_1_1))
                .proxy(Proxy.NO_PROXY)
                .dns(addresses::resolve)
                .socketFactory(new PromptSockets(() -> new GuardedSocket(addresses)))
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .addNetworkInterceptor(OneAttempt.ONLY_OURS)
                .addNetworkInterceptor(OneAttempt.HIDE_RETRY_AFTER)
                // A connection is idle for less than IDLE_CONNECTION, so this is its last chance to be announced as
                // such.
                .addNetworkInterceptor(new ConnectionAge(OLDEST_CONNECTION.minus(IDLE_CONNECTION), System::nanoTime))
                .eventListener(OneAttempt.NOTE_PROGRESS)
                .connectTimeout(CONNECT_TIMEOUT.compareTo(timeout) < 0 ? CONNECT_TIMEOUT : timeout)
                .readTimeout(timeout)
                .writeTimeout(timeout)
                .callTimeout(timeout)
                .build();
    }

    /** The same client for attempts that each make a new connection. */
    static OkHttpClient keepingNoConnections(OkHttpClient client) {
        return client.newBuilder()
                .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
                .build();
    }
}
