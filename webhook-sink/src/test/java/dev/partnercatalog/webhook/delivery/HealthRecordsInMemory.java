package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookEndpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The topic of endpoints as instances see it that read it without delay. */
public final class HealthRecordsInMemory implements HealthRecords {

    private final Map<String, WebhookEndpoint> records = new ConcurrentHashMap<>();
    private volatile boolean unreadable;
    private final AtomicLong version = new AtomicLong();
    private final List<WebhookEndpoint> published = new ArrayList<>();

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
    public synchronized void publish(WebhookEndpoint endpoint) {
        records.put(endpoint.getPartnerId(), endpoint);
        published.add(endpoint);
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
