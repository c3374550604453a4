package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscriptions of the process, recompiled when a configuration changes. However large they are and however fast
 * they change, that takes no more than a tenth of the time. Thread-safe.
 */
public final class SubscriptionTable {

    private static final Logger LOG = LoggerFactory.getLogger(SubscriptionTable.class);
    private static final int SHARE_OF_TIME = 10;

    private final ConfigurationTables tables;
    private final PartnerClients clients;
    private final SubscriptionCompiler compiler;
    private final MessageDelivery delivery;
    private final Duration pause;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();

    private boolean bound;
    private volatile long version;
    private volatile long next;
    private volatile @Nullable Subscriptions current;

    /**
     * @param version version of the program
     * @param delivery receives the endpoints that are in use
     * @param pause shortest pause between two compilations
     */
    public SubscriptionTable(
            ConfigurationTables tables,
            PartnerClients clients,
            String version,
            MessageDelivery delivery,
            Duration pause,
            LongSupplier nanoTime) {
        this.tables = tables;
        this.clients = clients;
        this.compiler = new SubscriptionCompiler(tables, version);
        this.delivery = delivery;
        this.pause = pause;
        this.nanoTime = nanoTime;
    }

    /** Adds what it is compiled from to an application that is not built yet. */
    public void addTo(Topology topology, UnreadableRecords unreadable) {
        tables.addTo(topology, unreadable);
        clients.addTo(topology, unreadable);
    }

    /**
     * Makes the table readable. Must be called by each task before it reads; the first call does the work.
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
                bound = true;
            }
            if (current == null) {
                compile();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The newest subscriptions, or the previous ones while another thread is compiling. */
    public Subscriptions current() {
        if (isStale() && lock.tryLock()) {
            try {
                if (isStale()) {
                    compile();
                }
            } catch (RegistryUnavailableException e) {
                next = nanoTime.getAsLong() + Duration.ofSeconds(1).toNanos();
                LOG.warn("webhooks use earlier configurations for now: {}", e.getMessage());
            } finally {
                lock.unlock();
            }
        }
        Subscriptions subscriptions = current;
        if (subscriptions == null) {
            throw new IllegalStateException("the subscriptions have not been opened yet");
        }
        return subscriptions;
    }

    private boolean isStale() {
        return sourceVersion() != version && nanoTime.getAsLong() - next >= 0;
    }

    private long sourceVersion() {
        return tables.version() + clients.version();
    }

    private void compile() {
        long began = nanoTime.getAsLong();
        // Read before the tables: a change during the compilation is then noticed the next time.
        long compiledVersion = sourceVersion();
        Subscriptions compiled = compiler.compile(clients.partnerIds()::contains);
        delivery.configure(compiled.all().stream().map(Subscriber::settings).toList());
        current = compiled;
        version = compiledVersion;
        long ended = nanoTime.getAsLong();
        next = ended + Math.max(pause.toNanos(), SHARE_OF_TIME * (ended - began));
    }
}
