package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.subscription.SubscriptionCompiler.CompiledPartner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscriptions of the process. If a partner's configuration, one of its scopes' or one of its clients changes,
 * that partner is compiled anew and no other. Thread-safe.
 */
public final class SubscriptionTable {

    private static final Logger LOG = LoggerFactory.getLogger(SubscriptionTable.class);

    /** The time between two calls of {@link #refresh}, and the longest that one works. */
    public static final Duration PAUSE = Duration.ofMillis(200);

    private final ConfigurationTables tables;
    /** A disabled client counts: its partner got its webhook secret. */
    private final GlobalTable<Client> clients;

    private final SubscriptionCompiler compiler;
    private final MessageDelivery delivery;
    private final LongSupplier nanoTime;
    private final SubscriptionChanges partners = new SubscriptionChanges();
    private final SubscriptionChanges changedClients = new SubscriptionChanges();
    private final Map<String, String> partnerByClient = new HashMap<>();
    private final Map<String, Integer> clientsByPartner = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean bound;
    private long waitUntil;
    private volatile @Nullable Subscriptions current;

    public SubscriptionTable(
            SchemaRegistry registry,
            TopicSettings topics,
            String version,
            MessageDelivery delivery,
            LongSupplier nanoTime) {
        this.tables = new ConfigurationTables(registry, topics.prefix(), topics.partitions());
        this.clients =
                new GlobalTable<>(CatalogTopic.CLIENTS, Client.class, registry, topics.prefix(), topics.partitions());
        this.compiler = new SubscriptionCompiler(tables, version);
        this.delivery = delivery;
        this.nanoTime = nanoTime;
        this.waitUntil = nanoTime.getAsLong();
    }

    public void addTo(Topology topology, UnreadableRecords unreadable) {
        tables.addTo(topology, unreadable);
        clients.addTo(topology, unreadable);
        tables.onChange(partners::add);
        clients.onChange(changedClients::add);
    }

    /**
     * Makes the table readable. Must be called by each task before it reads; the first call does the work, for all
     * partners.
     *
     * @param stores finds a global store by name
     * @throws RegistryUnavailableException if configurations can't be read yet
     */
    public void open(Function<String, ReadOnlyKeyValueStore<String, byte[]>> stores) {
        lock.lock();
        try {
            if (!bound) {
                tables.bind(stores);
                clients.bind(stores);
                clients.keys().forEach(changedClients::add);
                tables.partnerIds().forEach(partners::add);
                List<CompiledPartner> all = new ArrayList<>();
                compile(all, Long.MAX_VALUE);
                publish(Subscriptions.NONE.with(all));
                bound = true;
            }
        } finally {
            lock.unlock();
        }
    }

    /** The application that keeps what it is compiled from starts again: nothing is compiled until it has been opened. */
    public void unbind() {
        lock.lock();
        try {
            bound = false;
        } finally {
            lock.unlock();
        }
    }

    public boolean isCurrent() {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            return bound && partners.isEmpty() && changedClients.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Calls the listener when there is something for {@link #refresh}. It must not wait. */
    public void onChange(Runnable listener) {
        tables.onChange(partnerId -> listener.run());
        clients.onChange(clientId -> listener.run());
    }

    /** Calls the listener with the place of each record of the topics that it is compiled from. It must not wait. */
    public void onApplied(GlobalTable.Applied listener) {
        tables.onAnyApplied(listener);
        clients.onApplied(listener);
    }

    /**
     * Applies what has changed; to be called from time to time, by a thread that may wait. Stops after a while, so that
     * the first of many changes don't wait for the last; the next call continues.
     */
    public void refresh() {
        lock.lock();
        try {
            Subscriptions known = current;
            if (known == null || !bound || nanoTime.getAsLong() - waitUntil < 0) {
                return;
            }
            List<CompiledPartner> compiled = new ArrayList<>();
            try {
                compile(compiled, PAUSE.toNanos());
            } catch (RegistryUnavailableException e) {
                waitUntil = nanoTime.getAsLong() + Duration.ofSeconds(1).toNanos();
                LOG.warn("webhooks use earlier configurations for now: {}", e.getMessage());
            } finally {
                if (!compiled.isEmpty()) {
                    publish(known.with(compiled));
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void compile(List<CompiledPartner> compiled, long nanos) {
        long began = nanoTime.getAsLong();
        for (String client = changedClients.take(); client != null; client = changedClients.take()) {
            readClient(client);
        }
        // A key is taken before its record is read: a change meanwhile is noticed the next time.
        for (String partnerId = partners.take(); partnerId != null; partnerId = partners.take()) {
            compiled.add(compile(partnerId));
            if (nanoTime.getAsLong() - began > nanos) {
                return;
            }
        }
    }

    private void readClient(String clientId) {
        try {
            Client client = clients.read(clientId);
            String after = client == null ? null : client.getPartnerId();
            String before = after == null ? partnerByClient.remove(clientId) : partnerByClient.put(clientId, after);
            if (before != null && !before.equals(after)) {
                clientsByPartner.merge(before, -1, Integer::sum);
                partners.add(before);
            }
            if (after != null && !after.equals(before)) {
                clientsByPartner.merge(after, 1, Integer::sum);
                partners.add(after);
            }
        } catch (RegistryUnavailableException e) {
            changedClients.add(clientId);
            throw e;
        }
    }

    private CompiledPartner compile(String partnerId) {
        try {
            return compiler.compile(partnerId, clientsByPartner.getOrDefault(partnerId, 0) > 0);
        } catch (RegistryUnavailableException e) {
            partners.add(partnerId);
            throw e;
        }
    }

    private void publish(Subscriptions next) {
        delivery.configure(next.all().stream().map(Subscriber::settings).toList());
        current = next;
    }

    /** The newest subscriptions; the same object while nothing has changed. */
    public Subscriptions current() {
        Subscriptions subscriptions = current;
        if (subscriptions == null) {
            throw new IllegalStateException("the subscriptions have not been opened yet");
        }
        return subscriptions;
    }

    /** Keys that have changed since they were last taken, each once, in order of their changes. Thread-safe. */
    static final class SubscriptionChanges {

        private final Set<String> keys = new LinkedHashSet<>();

        synchronized void add(String key) {
            keys.add(key);
        }

        synchronized @Nullable String take() {
            Iterator<String> first = keys.iterator();
            if (!first.hasNext()) {
                return null;
            }
            String key = first.next();
            first.remove();
            return key;
        }

        synchronized boolean isEmpty() {
            return keys.isEmpty();
        }
    }
}
