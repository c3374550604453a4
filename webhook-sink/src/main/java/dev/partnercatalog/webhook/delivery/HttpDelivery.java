package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;

import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.webhook.WebhookAddresses;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;
import org.slf4j.LoggerFactory;

/**
 * Posts signed messages with okhttp: it connects to allowed addresses only, and makes exactly one request on the wire per
 * attempt. On its own, okhttp would send again after a 408, a 421, a 503 with {@code Retry-After: 0} and some connection
 * faults; we must count and time each attempt ourselves (D26). TLS certificates and host names are verified, redirects
 * are not followed, and the response body is read up to a small bound. Thread-safe.
 *
 * @param attempts receives every attempt, so that partners and operators can look it up; never waits and never fails
 * @param client makes one attempt per call, with the trust settings to be used
 */
public record HttpDelivery(Rules rules, Consumer<WebhookAttempt> attempts, OkHttpClient client, InstantSource clock) {

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(HttpDelivery.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration IDLE_CONNECTION = Duration.ofSeconds(30);

    /**
     * okhttp refuses some responses, such as a 204 with a length, without closing their bodies, and would write a warning
     * for each to the standard error. Kept in a field, or its level would be lost.
     */
    private static final Logger OKHTTP = Logger.getLogger(OkHttpClient.class.getName());

    static final String RETRY_AFTER = "Retry-After";

    /**
     * What holds for each endpoint. All of it is thread-safe.
     *
     * @param addresses where endpoints may be
     * @param secrets the secrets that currently sign for an endpoint, newest first
     * @param masterKey decrypts what else endpoints require
     * @param timeout limit for one whole attempt, from resolving the name to the response
     * @param userAgent the header {@code User-Agent}
     */
    public record Rules(
            WebhookAddresses addresses,
            Function<EndpointSettings, List<String>> secrets,
            MasterKey masterKey,
            Duration timeout,
            String userAgent) {}

    /**
     * Trusts what this machine trusts.
     *
     * @param maxInFlight the most attempts in flight, as {@link Endpoints} enforces it
     */
    public HttpDelivery(Rules rules, Consumer<WebhookAttempt> attempts, int maxInFlight, InstantSource clock) {
        this(rules, attempts, client(rules.addresses(), rules.timeout(), maxInFlight), clock);
    }

    /** Breaks off what is in flight. */
    void close() {
        client.dispatcher().cancelAll();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }

    static OkHttpClient client(WebhookAddresses addresses, Duration timeout, int maxInFlight) {
        OKHTTP.setLevel(Level.OFF);
        AtomicInteger threads = new AtomicInteger();
        // Bounded by the slots that Endpoints gives out, not here: okhttp's own limits would queue calls invisibly, the
        // more so if a call that was given up still holds its thread.
        Dispatcher dispatcher = new Dispatcher(Executors.newCachedThreadPool(task -> {
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
                .addNetworkInterceptor(HttpDelivery::oneRequest)
                .eventListenerFactory(call -> requireNonNull(call.request().tag(HttpAttempt.class)))
                .connectTimeout(CONNECT_TIMEOUT.compareTo(timeout) < 0 ? CONNECT_TIMEOUT : timeout)
                .readTimeout(timeout)
                .writeTimeout(timeout)
                .callTimeout(timeout)
                .build();
    }

    /**
     * Once there is a connection, stops a request that we no longer own, since connecting may have taken long; and hides
     * {@code Retry-After} from okhttp: a 0 makes it send again at once, and a number too large for an int makes it fail
     * with a runtime exception. The attempt has the head as it came.
     */
    private static Response oneRequest(Interceptor.Chain chain) throws IOException {
        requireNonNull(chain.request().tag(HttpAttempt.class)).requireOurs();
        return chain.proceed(chain.request())
                .newBuilder()
                .removeHeader(RETRY_AFTER)
                .build();
    }

    /** A client for an attempt that makes a new connection. */
    OkHttpClient keepingNoConnections() {
        return client.newBuilder()
                .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
                .build();
    }

    /**
     * A socket that refuses to connect to addresses and ports that webhooks may not use. However an address was obtained (a
     * name, a literal in any notation, a resolver's answer that changed in between), it is checked here.
     */
    static final class GuardedSocket extends Socket {

        static final String FORBIDDEN = "webhooks may not be sent to this address";

        private final WebhookAddresses addresses;

        GuardedSocket(WebhookAddresses addresses) {
            this.addresses = addresses;
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
                throw new ConnectException(FORBIDDEN);
            }
            super.connect(endpoint, timeout);
        }
    }
}
