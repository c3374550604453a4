package dev.partnercatalog.query.operation;

import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.runtime.webhook.WebhookAddresses;
import dev.partnercatalog.schemas.event.WebhookTarget;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Whether a webhook may use a URL (D18): by its form, and by all the addresses to which its name currently resolves. A name
 * that can't be resolved in time is accepted, because the sender checks the very address to which it connects.
 * Thread-safe.
 */
public final class WebhookUrlCheck implements AutoCloseable {

    /** Finds the addresses of a name. */
    @FunctionalInterface
    public interface Resolver {
        InetAddress[] resolve(String name) throws UnknownHostException;
    }

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int THREADS = 4;
    private static final int MOST_WAITING = 32;
    private static final int IDLE_SECONDS = 30;

    private final WebhookAddresses addresses;
    private final Resolver resolver;
    private final ThreadPoolExecutor lookups;

    public WebhookUrlCheck(WebhookAddresses addresses, Resolver resolver) {
        this.addresses = addresses;
        this.resolver = resolver;
        this.lookups = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                task -> PeriodicTask.daemon(task, "webhook-name-lookup"));
        lookups.allowCoreThreadTimeOut(true);
    }

    /** What is wrong with the URL, as a predicate whose subject is the URL; empty if it may be used. */
    Optional<String> problem(String url) {
        return addresses.problem(url).or(() -> {
            String host = WebhookTarget.parse(url).host();
            return host.startsWith("[") ? Optional.empty() : addresses.problem(resolved(host));
        });
    }

    private InetAddress[] resolved(String host) {
        try {
            Future<InetAddress[]> lookup = lookups.submit(() -> resolver.resolve(host));
            try {
                return lookup.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } finally {
                lookup.cancel(true);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
            // Not resolved: accepted, see above.
        }
        return new InetAddress[0];
    }

    @Override
    public void close() {
        lookups.shutdownNow();
    }
}
