package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.EndpointSettings;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.membership.KnownMembership;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.RemovalLimit;
import dev.partnercatalog.webhook.reconcile.Topics.TopicContents;
import dev.partnercatalog.webhook.reconcile.Topics.TopicRecord;
import dev.partnercatalog.webhook.state.MemoryStore;
import dev.partnercatalog.webhook.subscription.Subscriber;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Phaser;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task and what surrounds it: the topics it reads, what it keeps of them, its store with the changelog, the commits
 * that tie them together, and the partners. A crash takes it back to a state between its last commit and now, as in Kafka
 * Streams; what it keeps of each topic goes back by itself, however much of the changelog arrived.
 */
final class World implements AutoCloseable {

    final ScriptedDelivery delivery;
    /** What the instance holds of the catalog. */
    CatalogInTest kept = CatalogInTest.open();

    final Phaser unfinished = new Phaser(1);
    final MeterRegistry meters = new SimpleMeterRegistry();
    final List<WebhookAttempt> attempts = new ArrayList<>();
    final List<WebhookBacklog> backlogs = new ArrayList<>();
    final Map<String, Catalog.Partner> partners = new TreeMap<>();
    RemovalLimit removals = RemovalLimit.DEFAULT;
    long now = 1_767_225_600_000L;
    private final ReconcileLimits limits;
    private final Supplier<? extends MessageDelivery> process;
    final Topics topics = new Topics();
    final Products products = new Products(topics, () -> kept);
    private final TopicReader reader = new TopicReader(topics);
    private MemoryStore store = new MemoryStore();
    private int committedLength;
    private long lastCommit;
    private final List<Subscriptions> configured = new ArrayList<>(List.of(Subscriptions.NONE));
    private final List<CatalogInTest> ofPaused = new ArrayList<>();
    private Runnable step = () -> {};
    private int behind;
    /** Whether a tick has time for more than it has to do before a commit. */
    boolean isTimeLeft = true;

    private int adopted;
    private MessageDelivery current;
    private SinkUnderTest sink;

    /** A world in which a test decides how each attempt ends. */
    World(ReconcileLimits limits, int places) {
        this(limits, new ScriptedDelivery(places), null);
    }

    /** A world whose messages are really sent. */
    World(ReconcileLimits limits, Supplier<? extends MessageDelivery> process) {
        this(limits, new ScriptedDelivery(0), process);
    }

    private World(
            ReconcileLimits limits, ScriptedDelivery delivery, @Nullable Supplier<? extends MessageDelivery> process) {
        this.limits = limits;
        this.delivery = delivery;
        this.process = process == null ? () -> delivery : process;
        this.current = this.process.get();
        this.sink = start();
    }

    private void startAnew() {
        current = process.get();
        current.configure(settings());
        adopted = known();
        sink = start();
    }

    /** The newest configuration that the instance knows, by its place among all; it knows the first at least. */
    private int known() {
        return Math.max(Math.min(1, configured.size() - 1), configured.size() - 1 - behind);
    }

    private Subscriptions subscriptions() {
        return configured.get(known());
    }

    private List<EndpointSettings> settings() {
        return subscriptions().all().stream().map(Subscriber::settings).toList();
    }

    /** Does this after each write of the store, and that after each part of a turn. */
    void afterEachStep(Runnable write, Runnable part) {
        store.afterEachWrite(write);
        step = part;
    }

    private SinkUnderTest start() {
        return new SinkUnderTest(store, kept, shared(this::subscriptions), false);
    }

    ReconcilerContext shared(Supplier<Subscriptions> subscriptions) {
        return new ReconcilerContext(
                subscriptions,
                current,
                new ReconcilerContext.Rules(new Backoff(new Random(7)), limits, removals),
                unfinished,
                new ReconcilerContext.Reports(attempts::add, backlogs::add, new Freshness(meters, "delivered")));
    }

    Catalog.Partner partner(String id) {
        return partners.computeIfAbsent(id, Catalog.Partner::new);
    }

    MemoryStore store() {
        return store;
    }

    /** How many rows of the store say that something is still to be done. */
    long left() {
        return sink.left();
    }

    /** Puts the partners' configurations into effect. */
    void configure() {
        configured.add(Catalog.subscriptions(partners.values()));
        current.configure(settings());
    }

    /** The instance knows the configurations only as they were before this number of the last changes. */
    void lag(int changes) {
        behind = changes;
        current.configure(settings());
    }

    /** Publishes that a scope lists a variant with this content. */
    void publish(ScopedVariant variant, String name, @Nullable String badge) {
        publish(variant, Catalog.variant(variant, name, badge));
    }

    /** Publishes what a scope has and lists, or with null that it no longer has or lists anything. */
    void publish(ScopedVariant variant, @Nullable ResolvedVariant record) {
        topics.publish(variant, record);
    }

    /** Reads what was published, up to this number of publications. */
    void read(int publications) {
        for (int i = 0; i < publications; ) {
            TopicRecord record = reader.next();
            if (record == null) {
                return;
            }
            i += record.last() ? 1 : 0;
            sink.apply(record, now);
        }
    }

    void tick() {
        adopted = known();
        sink.tick(now, reader.isAtEnd() && behind == 0, isTimeLeft);
    }

    void commit() {
        reader.commit();
        committedLength = store.length();
        sink.requestsCommit = false;
        lastCommit = now;
        step.run();
        int before = delivery.all().size();
        sink.committed(new KnownMembership(true));
        delivery.all()
                .subList(before, delivery.all().size())
                .forEach(sent -> reader.checkNewest(sent, configured.get(adopted)));
    }

    /** One turn of the task's loop: read, tick, and commit if that was requested. */
    void turn() {
        now += 20;
        read(Integer.MAX_VALUE);
        step.run();
        tick();
        step.run();
        // Without a request Kafka Streams commits once a second.
        if (sink.requestsCommit || now - lastCommit >= 1_000) {
            commit();
            step.run();
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

    /** A clean stop and start. */
    void restart() {
        read(Integer.MAX_VALUE);
        sink.stop();
        delivery.forgetUnderWay();
        reader.commit();
        committedLength = store.length();
        store = store.restored(store.length());
        startAnew();
    }

    /** kill -9; part of what was written since the last commit has reached the changelog, and part of it the disk. */
    void crash(Random random) {
        int reached = random.nextInt(uncommitted() + 1);
        if (random.nextBoolean()) {
            products.arriveAgain(random);
            crash(reached, 0, 0); // It continues on another machine.
        } else {
            crash(reached, random.nextInt(unread() + 1), random.nextInt(unread() + 1));
        }
    }

    /** The number of writes since the last commit. */
    int uncommitted() {
        return store.length() - committedLength;
    }

    /** How many records are read again after a kill. */
    int unread() {
        return reader.read() - reader.committed();
    }

    /**
     * kill -9 when this much of what was written since the last commit has reached the changelog.
     *
     * @param entries up to which of the records read since then the task has kept the entries
     * @param listings up to which of them it has kept the listings
     */
    void crash(int reached, int entries, int listings) {
        delivery.forgetUnderWay();
        committedLength += reached;
        store = store.restored(committedLength);
        int keptEntries = reader.committed() + entries;
        int keptListings = reader.committed() + listings;
        kept.holdOnly(topics.stored(true, keptEntries), topics.stored(false, keptListings));
        reader.rewind(keptEntries, keptListings);
        startAnew();
    }

    /** kill -9 just after everything written had reached the changelog and the disk, and before the next commit. */
    void crashBeforeCommit() {
        crash(uncommitted(), unread(), unread());
    }

    /**
     * The instance stands still for so long that another one takes over, which has what was committed and this much more of
     * the changelog.
     *
     * @return the sink that stood still: its catalog and its store are its own, and nothing that it writes is kept
     */
    SinkUnderTest pause(int reached, Random random) {
        SinkUnderTest paused = sink;
        ofPaused.add(kept);
        kept = CatalogInTest.open();
        products.arriveAgain(random);
        crash(reached, 0, 0);
        return paused;
    }

    @Override
    public void close() {
        kept.giveBack();
        ofPaused.forEach(CatalogInTest::giveBack);
    }

    /** The number of records published. */
    int records() {
        return topics.size();
    }

    /** The place of the newest configuration. */
    int revisions() {
        return configured.size() - 1;
    }

    /** The place of the configuration by which the sink goes. */
    int adopted() {
        return adopted;
    }

    /**
     * What a partner should have of a variant, according to the first records and one of the configurations.
     *
     * @return the record, empty if it should have none; null if no webhooks go to it
     */
    @Nullable
    String view(String partnerId, ScopedVariant variant, int records, int revision) {
        Subscriber subscriber = configured.get(revision).of(partnerId);
        return subscriber == null
                ? null
                : Objects.requireNonNullElse(
                        topics.contents(records, records).wanted(variant, subscriber.configuration(variant)), "");
    }

    /** The variants of which a partner should have something now. */
    Set<ScopedVariant> shown(Catalog.Partner partner) {
        return topics.contents().shown(partner);
    }

    /** What a partner should have now. */
    Map<ScopedVariant, String> wanted(Catalog.Partner partner) {
        return topics.contents().wanted(partner);
    }

    /** Fails unless a copy is what its partner should have now. */
    void assertHas(Catalog.Partner partner, Map<ScopedVariant, String> copy) {
        topics.contents().assertHas(partner, copy);
    }

    /** How far a task has read the topics, and what it knows from them. */
    private static final class TopicReader {

        /** The state of a record that a partner shouldn't have. */
        private static final String NONE = "none";

        private final Topics topics;
        private TopicContents known = new TopicContents();
        private int read;
        private int keptEntries;
        private int keptListings;
        private int committed;

        TopicReader(Topics topics) {
            this.topics = topics;
        }

        /** The next record, null if there is none. After a crash, it may be one that the task has already. */
        @Nullable
        TopicRecord next() {
            if (read == topics.size()) {
                return null;
            }
            TopicRecord record = topics.get(read);
            if (read >= (record.isEntry() ? keptEntries : keptListings)) {
                known.add(record);
            }
            read++;
            return record;
        }

        void commit() {
            committed = read;
        }

        /** Reads again from the last commit, with a catalog that holds the first records of each topic. */
        void rewind(int entries, int listings) {
            read = committed;
            keptEntries = entries;
            keptListings = listings;
            known = topics.contents(entries, listings);
        }

        /** Whether everything that was published was read. */
        boolean isAtEnd() {
            return read == topics.size();
        }

        /** The number of records read, of both topics together. */
        int read() {
            return read;
        }

        /** The number of records that were read when the task last committed. */
        int committed() {
            return committed;
        }

        /** Fails unless what is sent is the newest state that the task has read, never a superseded one (D26). */
        void checkNewest(ScriptedDelivery.Sent sent, Subscriptions subscriptions) {
            Subscriber subscriber = Objects.requireNonNull(
                    subscriptions.of(sent.endpoint().partnerId()), "no webhooks go to this partner");
            assertThat(sent.endpoint()).isEqualTo(subscriber.endpoint());
            sent.records()
                    .variants()
                    .forEach((variant, json) -> assertThat(json)
                            .isEqualTo(state(known, variant, subscriber))
                            .isNotEqualTo(NONE));
            assertThat(sent.records().removed())
                    .allSatisfy(variant ->
                            assertThat(state(known, variant, subscriber)).isEqualTo(NONE));
        }

        private static String state(TopicContents contents, ScopedVariant variant, Subscriber subscriber) {
            String json = contents.wanted(variant, subscriber.configuration(variant));
            return json == null ? NONE : json;
        }
    }
}
