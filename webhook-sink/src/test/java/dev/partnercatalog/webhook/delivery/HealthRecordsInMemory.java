package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.webhook.delivery.Endpoints.HealthRecords;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The topic of endpoints as instances see it that read it without delay, or for a while not at all. */
public final class HealthRecordsInMemory implements HealthRecords {

    private final Map<String, SortedMap<Integer, WebhookEndpoint>> records = new TreeMap<>();
    private final List<WebhookEndpoint> published = new ArrayList<>();
    private final List<WebhookEndpoint> unread = new ArrayList<>();
    private final AtomicLong version = new AtomicLong();
    private boolean isRead = true;
    private boolean unreadable;

    @Override
    public int partitions() {
        return 3;
    }

    @Override
    public long version(String partnerId) {
        return version.get();
    }

    @Override
    public synchronized @Nullable WebhookEndpoint of(String partnerId, int partition) {
        return unreadable ? null : of(partnerId).get(partition);
    }

    /** Everything that is recorded about a partner. */
    public synchronized List<WebhookEndpoint> all(String partnerId) {
        return List.copyOf(of(partnerId).values());
    }

    private SortedMap<Integer, WebhookEndpoint> of(String partnerId) {
        return records.computeIfAbsent(partnerId, id -> new TreeMap<>());
    }

    @Override
    public synchronized boolean isRecorded(String partnerId, int partition) {
        return of(partnerId).containsKey(partition);
    }

    @Override
    public synchronized Collection<String> partnerIds() {
        return records.keySet().stream().filter(id -> !of(id).isEmpty()).toList();
    }

    @Override
    public synchronized void publish(WebhookEndpoint record) {
        published.add(record);
        if (isRead) {
            land(record);
        } else {
            unread.add(record);
        }
    }

    /** A record that any instance has written arrives. */
    synchronized void land(WebhookEndpoint record) {
        of(record.getPartnerId()).put(record.getPartition(), record);
        version.incrementAndGet();
    }

    @Override
    public synchronized void delete(String partnerId, int partition) {
        of(partnerId).remove(partition);
        version.incrementAndGet();
    }

    /** From now on, no record can be read. */
    synchronized void makeUnreadable() {
        unreadable = true;
        version.incrementAndGet();
    }

    /** Until {@link #read}, nobody sees what is published. */
    synchronized void stopReading() {
        isRead = false;
    }

    /** Everybody sees what was published meanwhile. */
    synchronized void read() {
        isRead = true;
        unread.forEach(this::land);
        unread.clear();
    }

    /** Everything that was ever written, in order. */
    synchronized List<WebhookEndpoint> published() {
        return List.copyOf(published);
    }
}
