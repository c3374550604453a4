package dev.partnercatalog.webhook.delivery;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.LongSupplier;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the age of connections: a request that finds an old one asks for its end ({@code Connection: close}), so that
 * the next request resolves the endpoint's name anew. okhttp itself only bounds how long a connection is idle; one that
 * is always busy would never notice that the name has moved to another address. Thread-safe.
 */
final class ConnectionAge implements Interceptor {

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
