package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.socket.PromptSockets;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import okhttp3.Connection;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.EventListener;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Creates the HTTP client: it connects to allowed addresses only, and makes exactly one request on the wire per call. On its
 * own, okhttp would send again after a 408, a 421, a 503 with {@code Retry-After: 0} and some connection faults; we must
 * count and time each attempt ourselves (D26).
 */
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

    static final String RETRY_AFTER = "Retry-After";

    private OneAttemptClient() {}

    /** Once there is a connection, stops a request that we no longer own: connecting may have taken long. */
    private static Response onlyOurs(Interceptor.Chain chain) throws IOException {
        HttpAttempt attempt = chain.request().tag(HttpAttempt.class);
        if (attempt != null) {
            attempt.requireOurs();
        }
        return chain.proceed(chain.request());
    }

    /**
     * Hides {@code Retry-After} from okhttp: a 0 makes it send again at once, and a number too large for an int makes it
     * fail with a runtime exception. The attempt has the head as it came.
     */
    private static Response hideRetryAfter(Interceptor.Chain chain) throws IOException {
        return chain.proceed(chain.request())
                .newBuilder()
                .removeHeader(RETRY_AFTER)
                .build();
    }

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
                .addNetworkInterceptor(OneAttemptClient::onlyOurs)
                .addNetworkInterceptor(OneAttemptClient::hideRetryAfter)
                // A connection is idle for less than IDLE_CONNECTION, so this is its last chance to be announced as
                // such.
                .addNetworkInterceptor(new ConnectionAge(OLDEST_CONNECTION.minus(IDLE_CONNECTION), System::nanoTime))
                .eventListenerFactory(call -> {
                    HttpAttempt attempt = call.request().tag(HttpAttempt.class);
                    return attempt == null ? EventListener.NONE : attempt;
                })
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

    /**
     * Bounds the age of connections: a request that finds an old one asks for its end ({@code Connection: close}), so that
     * the next request resolves the endpoint's name anew. okhttp itself only bounds how long a connection is idle; one that
     * is always busy would never notice that the name has moved to another address. Thread-safe.
     */
    static final class ConnectionAge implements Interceptor {

        private final long oldestNanos;
        private final LongSupplier nanoTime;
        private final Map<Connection, Long> firstUse = Collections.synchronizedMap(new WeakHashMap<>());

        /**
         * @param oldest the age from which a request is a connection's last one
         * @param nanoTime as {@link System#nanoTime()}
         */
        ConnectionAge(Duration oldest, LongSupplier nanoTime) {
            this.oldestNanos = oldest.toNanos();
            this.nanoTime = nanoTime;
        }

        @Override
        public Response intercept(Chain chain) throws IOException {
            return chain.proceed(
                    isOld(chain.connection())
                            ? chain.request()
                                    .newBuilder()
                                    .header("Connection", "close")
                                    .build()
                            : chain.request());
        }

        private boolean isOld(@Nullable Connection connection) {
            if (connection == null) {
                return false;
            }
            long now = nanoTime.getAsLong();
            return now - firstUse.computeIfAbsent(connection, unused -> now) >= oldestNanos;
        }
    }

    /**
     * A socket that refuses to connect to addresses and ports that webhooks may not use. However an address was obtained (a
     * name, a literal in any notation, a resolver's answer that changed in between), it is checked here.
     */
    static final class GuardedSocket extends Socket {

        private final WebhookAddresses addresses;

        GuardedSocket(WebhookAddresses addresses) {
            this.addresses = addresses;
        }

        static final class ForbiddenException extends ConnectException {

            private static final long serialVersionUID = 1;

            ForbiddenException() {
                super("webhooks may not be sent to this address");
            }
        }

        @Override
        public void connect(SocketAddress endpoint) throws IOException {
            connect(endpoint, 0);
        }

        @Override
        public void connect(SocketAddress endpoint, int timeout) throws IOException {
            boolean allowed = endpoint instanceof InetSocketAddress inet
                    && !inet.isUnresolved()
                    && addresses.allows(inet.getAddress())
                    && addresses.allowsPort(inet.getPort());
            if (!allowed) {
                throw new ForbiddenException();
            }
            super.connect(endpoint, timeout);
        }
    }
}
