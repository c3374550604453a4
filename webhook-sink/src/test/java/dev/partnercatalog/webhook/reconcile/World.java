package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.trace.Freshness;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.EndpointSettings;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.state.MemoryStore;
import dev.partnercatalog.webhook.state.PartnerRows;
import dev.partnercatalog.webhook.state.Progress;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.ContentSettings;
import dev.partnercatalog.webhook.subscription.Subscriber;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;

/**
 * A task and what surrounds it: the topics it reads, its store with the changelog, the commits that tie the two
 * together, and the partners. A crash takes it back to a state between its last commit and now, as in Kafka Streams.
 */
final class World {

    private static final String NONE = "none";

    /**
     * A record of one of the two topics, which a task reads in the order in which they were published here.
     *
     * @param sku null in an entry's record
     * @param entry null if the scope has none any more
     * @param listed whether the SKU is listed, in a listing's record
     * @param offset offset in its own topic
     * @param last whether it is the last of those published together
     */
    private record Event(
            ScopedVariant variant,
            @Nullable String sku,
            @Nullable ResolvedVariant entry,
            boolean listed,
            long offset,
            boolean last,
            Cause cause) {}

    /** What some records of the topics say together. */
    private static final class Contents {

        private final Map<ScopedVariant, ResolvedVariant> entries = new HashMap<>();
        private final Map<ScopedVariant, Set<String>> skus = new HashMap<>();

        Contents() {}

        Contents(List<Event> events) {
            events.forEach(this::add);
        }

        void add(Event event) {
            if (event.sku() == null) {
                if (event.entry() == null) {
                    entries.remove(event.variant());
                } else {
                    entries.put(event.variant(), event.entry());
                }
            } else if (event.listed()) {
                skus.computeIfAbsent(event.variant(), variant -> new HashSet<>())
                        .add(event.sku());
            } else {
                skus.getOrDefault(event.variant(), new HashSet<>()).remove(event.sku());
            }
        }

        boolean isListed(ScopedVariant variant, String sku) {
            return skus.getOrDefault(variant, Set.of()).contains(sku);
        }

        /** What a scope lists, according to its own entry or its company's. */
        @Nullable
        ResolvedVariant listed(ScopedVariant variant) {
            if (skus.getOrDefault(variant, Set.of()).isEmpty()) {
                return null;
            }
            ResolvedVariant own = entries.get(variant);
            return own == null ? entries.get(variant.ofCompany()) : own;
        }

        Set<ScopedVariant> scopes() {
            return skus.keySet();
        }
    }

    final ScriptedDelivery delivery;
    final UnfinishedBatches unfinished = new UnfinishedBatches();
    final MeterRegistry meters = new SimpleMeterRegistry();
    final List<WebhookAttempt> attempts = new ArrayList<>();
    final List<WebhookBacklog> backlogs = new ArrayList<>();
    final Map<String, Catalog.Partner> partners = new TreeMap<>();
    long now = 1_767_225_600_000L;

    private final ReconcileLimits limits;
    private final Supplier<? extends MessageDelivery> process;
    private final List<Event> topics = new ArrayList<>();
    private final Contents published = new Contents();
    private long entryOffset;
    private long listingOffset;
    private MemoryStore store = new MemoryStore();
    private int read;
    private int applied;
    private int committedRead;
    private int committedLength;
    private boolean commitRequested;
    private long lastCommit;
    private Subscriptions subscriptions = Subscriptions.NONE;
    private Subscriptions adopted = Subscriptions.NONE;
    private Contents known = new Contents();
    private List<EndpointSettings> settings = List.of();
    private MessageDelivery current;
    private Reconciler reconciler;

    /** A world in which a test decides how each attempt ends. */
    World(ReconcileLimits limits, int places) {
        this.limits = limits;
        this.delivery = new ScriptedDelivery(places);
        this.process = () -> delivery;
        this.current = delivery;
        this.reconciler = start();
    }

    /** A world whose messages are really sent. */
    World(ReconcileLimits limits, Supplier<? extends MessageDelivery> process) {
        this.limits = limits;
        this.delivery = new ScriptedDelivery(0);
        this.process = process;
        this.current = process.get();
        this.reconciler = start();
    }

    private Reconciler startAnew() {
        current = process.get();
        current.configure(settings);
        adopted = subscriptions;
        return start();
    }

    private void told(WebhookBacklog backlog, Runnable written) {
        backlogs.add(backlog);
        written.run();
    }

    private Reconciler start() {
        return new Reconciler(
                new SinkState(store),
                new Partition(0, 1),
                new Commits() {
                    @Override
                    public boolean mayBeAsked() {
                        return true;
                    }

                    @Override
                    public void ask() {
                        commitRequested = true;
                    }
                },
                new ReconcilerContext(
                        () -> subscriptions,
                        current,
                        new Backoff(new Random(7)),
                        limits,
                        unfinished,
                        attempts::add,
                        this::told,
                        new Freshness(meters, "delivered")),
                now);
    }

    Catalog.Partner partner(String id) {
        return partners.computeIfAbsent(id, Catalog.Partner::new);
    }

    MemoryStore store() {
        return store;
    }

    /** Puts the partners' configurations into effect. */
    void configure() {
        List<Subscriber> active = partners.values().stream()
                .filter(partner -> partner.active)
                .map(Catalog.Partner::subscriber)
                .toList();
        subscriptions = new Subscriptions(
                active,
                partners.values().stream()
                        .filter(partner -> partner.control.getPings() > 0)
                        .map(Catalog.Partner::pings)
                        .toList());
        settings = active.stream().map(Subscriber::settings).toList();
        current.configure(settings);
    }

    /** Publishes that a scope lists a variant with this content. */
    void publish(ScopedVariant variant, String name, @Nullable String badge) {
        publish(variant, Catalog.variant(variant, name, badge));
    }

    /**
     * Publishes the scope's own entry and that it lists the variant, or with null that it no longer has or lists
     * either.
     */
    void publish(ScopedVariant variant, @Nullable ResolvedVariant record) {
        publish(variant, record, Cause.UNKNOWN);
    }

    /** The same, with the cause of the change. */
    void publish(ScopedVariant variant, @Nullable ResolvedVariant record, Cause cause) {
        boolean alone = published.isListed(variant, "s") == (record != null);
        add(variant, null, record, false, alone, cause);
        if (!alone) {
            publishListing(variant, "s", record != null, cause);
        }
    }

    /** Publishes an entry of a scope; null if it has none any more. */
    void publishEntry(ScopedVariant variant, @Nullable ResolvedVariant entry, Cause cause) {
        add(variant, null, entry, false, true, cause);
    }

    /** Publishes whether a scope lists a variant under an SKU. */
    void publishListing(ScopedVariant variant, String sku, boolean listed, Cause cause) {
        add(variant, sku, null, listed, true, cause);
    }

    private void add(
            ScopedVariant variant,
            @Nullable String sku,
            @Nullable ResolvedVariant entry,
            boolean listed,
            boolean last,
            Cause cause) {
        long offset = sku == null ? entryOffset++ : listingOffset++;
        topics.add(new Event(variant, sku, entry, listed, offset, last, cause));
        published.add(topics.get(topics.size() - 1));
    }

    /** Reads what was published, up to this number of publications. */
    void read(int publications) {
        for (int i = 0; i < publications && read < topics.size(); ) {
            Event event = topics.get(read);
            i += event.last() ? 1 : 0;
            if (read >= applied) {
                known.add(event);
                applied = read + 1;
            }
            if (event.sku() == null) {
                byte[] image = event.entry() == null ? null : VariantRecords.image(event.entry());
                reconciler.entryChanged(event.variant(), image, event.offset(), now, event.cause());
            } else {
                String barcode = event.listed() ? event.variant().barcode() : null;
                reconciler.listingChanged(listing(event), barcode, event.offset(), now, event.cause());
            }
            read++;
        }
    }

    void tick() {
        adopted = subscriptions;
        reconciler.tick(now);
    }

    void commit() {
        committedRead = read;
        committedLength = store.length();
        commitRequested = false;
        lastCommit = now;
        int before = delivery.all().size();
        reconciler.committed(Ownership.SOLE);
        delivery.all().subList(before, delivery.all().size()).forEach(this::checkNewest);
    }

    /** What is sent is the newest state that the task has read, never a superseded one (D26). */
    private void checkNewest(ScriptedDelivery.Sent sent) {
        Subscriber subscriber =
                Objects.requireNonNull(adopted.of(sent.endpoint().partnerId()), "no webhooks go to this partner");
        assertThat(sent.endpoint()).isEqualTo(subscriber.endpoint());
        sent.records()
                .variants()
                .forEach((variant, json) ->
                        assertThat(json).isIn(states(variant, subscriber)).isNotEqualTo(NONE));
        assertThat(sent.records().removed())
                .allSatisfy(variant -> assertThat(states(variant, subscriber)).contains(NONE));
    }

    /**
     * A partner's record according to what was read last; if a crash came in the middle of a record, also according to
     * that one.
     */
    private Set<String> states(ScopedVariant variant, Subscriber subscriber) {
        Set<String> states = new HashSet<>();
        states.add(state(variant, known.listed(variant), subscriber));
        if (applied < topics.size()) {
            Contents next = new Contents(topics.subList(0, applied + 1));
            states.add(state(variant, next.listed(variant), subscriber));
        }
        return states;
    }

    private static String state(ScopedVariant variant, @Nullable ResolvedVariant record, Subscriber subscriber) {
        String json = json(variant, record, subscriber.configuration(variant), subscriber.content());
        return json == null ? NONE : json;
    }

    private static @Nullable String json(
            ScopedVariant variant,
            @Nullable ResolvedVariant record,
            @Nullable ResolvedConfiguration configuration,
            ContentSettings content) {
        if (record == null
                || configuration == null
                || (content.variantTypes() != null && !content.variantTypes().contains(record.getVariantType()))) {
            return null;
        }
        return Catalog.chosen(Catalog.json(variant, record, configuration), content.fields());
    }

    /** One turn of the task's loop: read, tick, and commit if that was requested. */
    void turn() {
        now += 20;
        read(Integer.MAX_VALUE);
        tick();
        // Without a request Kafka Streams commits once a second.
        if (commitRequested || now - lastCommit >= 1_000) {
            commit();
        }
    }

    void turns(int count) {
        for (int i = 0; i < count; i++) {
            turn();
        }
    }

    /** Turns, accepting every attempt, until nothing is in flight and nothing is left to do. */
    List<ScriptedDelivery.Sent> settle() {
        List<ScriptedDelivery.Sent> accepted = new ArrayList<>();
        for (int idle = 0, turns = 0; idle < 30; turns++) {
            turn();
            idle = delivery.underWay().isEmpty() ? idle + 1 : 0;
            for (ScriptedDelivery.Sent sent : delivery.underWay()) {
                sent.accept();
                accepted.add(sent);
            }
            if (turns > 10_000) {
                throw new AssertionError("never settles");
            }
        }
        return accepted;
    }

    /** A clean stop and start, on the same machine or another. */
    void restart() {
        read(Integer.MAX_VALUE);
        reconciler.close();
        delivery.forgetUnderWay();
        committedRead = read;
        committedLength = store.length();
        store = store.restored(store.length());
        reconciler = startAnew();
    }

    /** kill -9; part of what was written since the last commit has reached the changelog. */
    void crash(Random random) {
        crashAt(committedLength + random.nextInt(store.length() - committedLength + 1));
    }

    /** How much was written since the last commit. */
    int uncommitted() {
        return store.length() - committedLength;
    }

    /** kill -9 when this much of what was written since the last commit has reached the changelog. */
    void crash(int reached) {
        crashAt(committedLength + reached);
    }

    /** kill -9 just after everything written had reached the changelog, and before the next commit. */
    void crashBeforeCommit() {
        crashAt(store.length());
    }

    private void crashAt(int reached) {
        delivery.forgetUnderWay();
        store = store.restored(reached);
        committedLength = reached;
        read = committedRead;
        SinkState state = new SinkState(store);
        long entries = new Progress(state, CatalogTopic.COMPANY_VARIANTS).lastApplied();
        long listings = new Progress(state, CatalogTopic.SKU_BARCODES).lastApplied();
        applied = read;
        while (applied < topics.size()
                && topics.get(applied).offset() <= (topics.get(applied).sku() == null ? entries : listings)) {
            applied++;
        }
        known = new Contents(topics.subList(0, applied));
        reconciler = startAnew();
    }

    /** The findings of a verification for a partner that webhooks go to, with the store as it is. */
    Map<ScopedVariant, Verification.Finding> verify(Catalog.Partner partner) {
        PartnerRows rows = new PartnerRows(partner.id, any -> true);
        try (KeyValueIterator<Bytes, byte[]> stored = store.all()) {
            stored.forEachRemaining(row -> rows.accept(row.key.get(), row.value));
        }
        Verification verification = new Verification(partner.subscriber(), rows, any -> true);
        for (Event event : topics) {
            if (event.sku() != null) {
                verification.listing(
                        listing(event), event.listed() ? event.variant().barcode() : null, event.offset());
            }
        }
        for (Event event : topics) {
            if (event.sku() == null) {
                verification.entry(
                        event.variant(),
                        event.entry() == null ? null : VariantRecords.image(event.entry()),
                        event.offset());
            }
        }
        Map<ScopedVariant, Verification.Finding> findings = new TreeMap<>();
        verification.forEach(findings::put);
        return findings;
    }

    private static ListingKey listing(Event event) {
        return new ListingKey(
                event.variant().companyId(),
                event.variant().locationId(),
                event.sku() + event.variant().barcode());
    }

    /** What a partner should have now: what batch-get would return for everything that is listed, allowed and chosen. */
    Map<ScopedVariant, String> wanted(Catalog.Partner partner) {
        Map<ScopedVariant, String> wanted = new HashMap<>();
        for (ScopedVariant variant : published.scopes()) {
            String json = json(variant, published.listed(variant), partner.configuration(variant), partner.content());
            if (json != null) {
                wanted.put(variant, json);
            }
        }
        return wanted;
    }

    /** The part of a copy in the fields that its partner has chosen by now: anything else was chosen before. */
    static Map<ScopedVariant, String> chosen(Catalog.Partner partner, Map<ScopedVariant, String> copy) {
        Map<ScopedVariant, String> chosen = new HashMap<>();
        copy.forEach((variant, json) ->
                chosen.put(variant, Catalog.chosen(json, partner.content().fields())));
        return chosen;
    }
}
