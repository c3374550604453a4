package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;

import dev.partnercatalog.records.WebhookEndpoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The topic of endpoints as instances see it that read it without delay, or for a while not at all. */
public final class HealthRecordsInMemory implements EndpointRecords {

    private final Map<String, WebhookEndpoint> records = new ConcurrentHashMap<>();
    private volatile boolean unreadable;
    private final AtomicLong version = new AtomicLong();
    private final List<WebhookEndpoint> published = new ArrayList<>();
    private @Nullable List<WebhookEndpoint> unread;

    @Override
    public long version() {
        return version.get();
    }

    @Override
    public @Nullable WebhookEndpoint of(String partnerId) {
        return unreadable ? null : records.get(partnerId);
    }

    /** From now on, no record can be read. */
    void makeUnreadable() {
        unreadable = true;
        version.incrementAndGet();
    }

    @Override
    public List<String> partnerIds() {
        return List.copyOf(records.keySet());
    }

    @Override
    public synchronized void publish(String partnerId, WebhookEndpoint endpoint, Runnable written) {
        published.add(endpoint);
        if (unread != null) {
            unread.add(endpoint);
            return;
        }
        records.put(partnerId, endpoint);
        version.incrementAndGet();
    }

    /** Until {@link #read}, nobody sees what is published. */
    synchronized void stopReading() {
        unread = new ArrayList<>();
    }

    /** Everybody sees what was published meanwhile, of which the last was written first if {@code reversed}. */
    synchronized void read(boolean reversed) {
        List<WebhookEndpoint> late = requireNonNull(unread);
        unread = null;
        if (reversed) {
            Collections.reverse(late);
        }
        late.forEach(endpoint -> records.put(endpoint.getPartnerId(), endpoint));
        version.incrementAndGet();
    }

    @Override
    public synchronized void forget(String partnerId) {
        records.remove(partnerId);
        version.incrementAndGet();
    }

    /** Everything that was ever written, in order. */
    synchronized List<WebhookEndpoint> published() {
        return List.copyOf(published);
    }
}
