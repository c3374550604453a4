package dev.partnercatalog.webhook.subscription;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.configuration.ScopeConfigurations;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.runtime.webhook.WebhookState;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.delivery.Endpoint;
import dev.partnercatalog.webhook.delivery.EndpointSettings;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.subscription.Subscriber.PingRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscriptions of the process. If a partner's configuration, one of its scopes' or one of its clients changes,
 * that partner is compiled anew and no other. What partners have in common is kept once: thousands of them may each see
 * thousands of scopes. Thread-safe.
 */
public final class SubscriptionTable {

    private static final Logger LOG = LoggerFactory.getLogger(SubscriptionTable.class);

    /** The time between two calls of {@link #refresh}, and the longest that one works. */
    public static final Duration PAUSE = Duration.ofMillis(200);

    private final ConfigurationTables tables;
    /** A disabled client counts: its partner got its webhook secret. */
    private final GlobalTable<Client> clients;

    private final String version;
    private final MessageDelivery delivery;
    private final LongSupplier nanoTime;
    /** What has changed since it was last taken, in order of the changes. */
    private final Set<String> partners = Collections.synchronizedSet(new LinkedHashSet<>());

    private final Set<String> changedClients = Collections.synchronizedSet(new LinkedHashSet<>());
    private final Map<String, String> partnerByClient = new HashMap<>();
    private final Map<String, Integer> clientsByPartner = new HashMap<>();
    /**
     * Equal values are kept only once, for as long as anyone uses them. They are distinguished by their fingerprints:
     * upstream systems can choose their hash codes, and very many that share one would take quadratic time.
     */
    private final Cache<Hash, ResolvedConfiguration> configurations =
            Caffeine.newBuilder().weakValues().build();

    private final Cache<Hash, VisibleScopes<ResolvedConfiguration>> scopes =
            Caffeine.newBuilder().weakValues().build();

    private final ReentrantLock lock = new ReentrantLock();
    private boolean bound;
    private long waitUntil;
    private volatile @Nullable Subscriptions current;

    /** A configuration that equal ones share, with its fingerprint. */
    private record Shared(ResolvedConfiguration configuration, Hash fingerprint) {}

    /**
     * @param version version of the program: another one may write records differently, so everything is compared again
     */
    public SubscriptionTable(
            SchemaRegistry registry,
            TopicSettings topics,
            String version,
            MessageDelivery delivery,
            LongSupplier nanoTime) {
        this.tables = new ConfigurationTables(registry, topics.prefix(), topics.partitions());
        this.clients =
                new GlobalTable<>(CatalogTopic.CLIENTS, Client.class, registry, topics.prefix(), topics.partitions());
        this.version = version;
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
                changedClients.addAll(clients.keys());
                partners.addAll(tables.partnerIds());
                Subscriptions all = new Subscriptions(List.of(), List.of());
                compile(all, Long.MAX_VALUE);
                publish(all);
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
    public void onApplied(ObjLongConsumer<TopicPartition> listener) {
        tables.onApplied(listener);
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
            boolean isCurrent = partners.isEmpty() && changedClients.isEmpty();
            if (known == null || !bound || isCurrent || nanoTime.getAsLong() - waitUntil < 0) {
                return;
            }
            Subscriptions next = new Subscriptions(known.all(), known.pings());
            try {
                compile(next, PAUSE.toNanos());
            } catch (RegistryUnavailableException e) {
                waitUntil = nanoTime.getAsLong() + Duration.ofSeconds(1).toNanos();
                LOG.warn("webhooks use earlier configurations for now: {}", e.getMessage());
            } finally {
                publish(next);
            }
        } finally {
            lock.unlock();
        }
    }

    private void compile(Subscriptions next, long nanos) {
        takeEach(changedClients, Long.MAX_VALUE, this::readClient);
        takeEach(partners, nanos, partnerId -> compile(partnerId, next));
    }

    /** A key is taken before its record is read: a change meanwhile is noticed the next time. */
    private void takeEach(Set<String> changed, long nanos, Consumer<String> step) {
        long began = nanoTime.getAsLong();
        for (String key = take(changed); key != null; key = take(changed)) {
            try {
                step.accept(key);
            } catch (RegistryUnavailableException e) {
                changed.add(key);
                throw e;
            }
            if (nanoTime.getAsLong() - began > nanos) {
                return;
            }
        }
    }

    private static @Nullable String take(Set<String> changed) {
        synchronized (changed) {
            String first = changed.stream().findFirst().orElse(null);
            changed.remove(first);
            return first;
        }
    }

    private void readClient(String clientId) {
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
    }

    /** Puts a partner into the subscriptions, as it is configured now. */
    private void compile(String partnerId, Subscriptions into) {
        boolean hasClient = clientsByPartner.getOrDefault(partnerId, 0) > 0;
        PartnerConfig config = tables.readPartner(partnerId);
        if (config == null) {
            into.put(partnerId, null, null);
            return;
        }
        into.put(
                partnerId,
                isActive(config.getPartner()) ? subscriber(config, hasClient) : null,
                config.getWebhookControl().getPings() > 0 ? pingRequest(config, hasClient) : null);
    }

    private static PingRequest pingRequest(PartnerConfig config, boolean hasClient) {
        WebhookState state = WebhookState.of(config, hasClient, null);
        String why = state == WebhookState.HELD ? "held by an operator" : state.words();
        String obstacle = state == WebhookState.HEALTHY ? null : "nothing was sent: the webhook is " + why;
        return new PingRequest(
                endpoint(config.getPartner()), config.getWebhookControl().getPings(), obstacle);
    }

    private static Endpoint endpoint(Partner partner) {
        return new Endpoint(partner.getPartnerId(), partner.getWebhook().getUrl());
    }

    private static boolean isActive(Partner partner) {
        return partner.getEnabled() && partner.getWebhook().getEnabled();
    }

    private Subscriber subscriber(PartnerConfig config, boolean hasClient) {
        Partner partner = config.getPartner();
        EndpointSettings settings = new EndpointSettings(endpoint(partner), config.getWebhookControl(), hasClient);
        Hash endpointHash = endpointHash(
                settings.endpoint().url(), config.getWebhookControl().getResyncs());
        Hash basis = Hash.ofValues(version, VariantImage.VERSION, endpointHash);
        return new Subscriber(settings, endpointHash.high(), basis, companies(partner));
    }

    /** A partner that requests everything again is treated like one that set a new URL. */
    private static Hash endpointHash(String url, long resyncs) {
        return Hash.of((resyncs == 0 ? url : url + "\n" + resyncs).getBytes(StandardCharsets.UTF_8));
    }

    private SortedMap<Long, VisibleScopes<ResolvedConfiguration>> companies(Partner partner) {
        ScopeConfigurations own = tables.readScopes(partner.getPartnerId());
        SortedMap<Long, VisibleScopes<ResolvedConfiguration>> companies = new TreeMap<>();
        for (AllowedCompany company : partner.getAllowedCompanies()) {
            Long companyId = id(company.getId());
            if (companyId != null) {
                companies.put(companyId, scopes(company, companyId, own));
            }
        }
        return companies;
    }

    private VisibleScopes<ResolvedConfiguration> scopes(
            AllowedCompany company, long companyId, ScopeConfigurations own) {
        Set<Long> differing = own.locations(companyId);
        Shared common = share(own.resolve(company, companyId));
        SortedMap<Long, Shared> visible = new TreeMap<>();
        visible.put(companyId, common);
        for (AllowedLocation location : company.getLocations()) {
            Long id = id(location.getId());
            if (id != null) {
                visible.put(id, differing.contains(id) ? share(own.resolve(company, id)) : common);
            }
        }
        List<Hash> each = visible.values().stream().map(Shared::fingerprint).toList();
        Hash fingerprint =
                Hash.ofValues(visible.keySet(), each.stream().distinct().count() == 1 ? each.subList(0, 1) : each);
        return scopes.get(fingerprint, unused -> {
            SortedMap<Long, ResolvedConfiguration> configured = new TreeMap<>();
            visible.forEach((location, shared) -> configured.put(location, shared.configuration()));
            return new VisibleScopes<>(configured, fingerprint);
        });
    }

    private Shared share(ResolvedConfiguration configuration) {
        Hash fingerprint = Hash.ofValues(configuration);
        return new Shared(configurations.get(fingerprint, unused -> configuration), fingerprint);
    }

    /** Null for a malformed id, which no variant can have either. */
    private static @Nullable Long id(String text) {
        try {
            long id = Long.parseLong(text);
            return Ids.isNumber(id) ? id : null;
        } catch (NumberFormatException e) {
            return null;
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
}
