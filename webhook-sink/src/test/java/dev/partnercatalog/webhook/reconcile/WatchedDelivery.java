package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.webhook.WebhookAddresses;
import dev.partnercatalog.webhook.delivery.Endpoint;
import dev.partnercatalog.webhook.delivery.EndpointSettings;
import dev.partnercatalog.webhook.delivery.Endpoints;
import dev.partnercatalog.webhook.delivery.HttpDelivery;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Message;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sees every message that is sent, whichever process sends it, and records what must never happen. */
final class WatchedDelivery implements AutoCloseable {

    private record Key(String partnerId, ScopedVariant variant) {}

    private record Sent(Instant timestamp, String content) {}

    private final Map<Key, Sent> newest = new HashMap<>();
    private final Map<String, Set<ScopedVariant>> known = new HashMap<>();
    private final Map<String, EndpointSettings> settings = new HashMap<>();
    private final Set<Key> inFlight = new HashSet<>();
    private final List<String> faults = new ArrayList<>();
    private @Nullable Endpoints process;
    private int generation;
    private int underWay;
    private int attempts;
    private int ended;

    /** A delivery of messages that are really sent. */
    static HttpDelivery overHttp(MasterKey masterKey, Duration timeout, InstantSource time) {
        return new HttpDelivery(
                new HttpDelivery.Rules(
                        new WebhookAddresses(true),
                        settings -> settings.secrets(masterKey, Duration.ofHours(24), time.instant()),
                        masterKey,
                        timeout,
                        "test"),
                attempt -> {},
                24,
                time);
    }

    /** The delivery of a new process; the previous one is gone with everything that it had in flight. */
    synchronized MessageDelivery next(Endpoints started) {
        close();
        process = started;
        generation++;
        underWay = 0;
        inFlight.clear();
        return new Watch(this, started, generation);
    }

    /** What a partner may have received before a crash, though nobody saw it sent. */
    synchronized void mayKnow(String partnerId, Set<ScopedVariant> variants) {
        known.computeIfAbsent(partnerId, id -> new HashSet<>()).addAll(variants);
    }

    /** Waits for an attempt to end, for a moment at most. */
    synchronized void awaitOne(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofMillis(millis).toNanos();
        int before = ended;
        long left = millis;
        while (underWay > 0 && ended == before && left > 0) {
            wait(left);
            left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        }
    }

    synchronized int underWay() {
        return underWay;
    }

    synchronized int attempts() {
        return attempts;
    }

    synchronized List<String> faults() {
        return List.copyOf(faults);
    }

    /** The process stops: it starts no further attempts. */
    synchronized void startNoMore() {
        Objects.requireNonNull(process).startNoMore();
    }

    @Override
    public synchronized void close() {
        if (process != null) {
            process.close();
        }
    }

    private synchronized void sent(Endpoint endpoint, boolean isPing, Message message) {
        underWay++;
        attempts++;
        EndpointSettings holds = settings.get(endpoint.partnerId());
        if (holds != null && holds.held()) {
            faults.add("sent to " + endpoint.partnerId() + " while it is held");
        }
        if (message.contents().isPing()) {
            return;
        }
        if (isPing) {
            faults.add("records sent as a ping");
        }
        Records records = Records.of(message);
        Set<ScopedVariant> knows = known.computeIfAbsent(endpoint.partnerId(), id -> new HashSet<>());
        for (ScopedVariant removed : records.removed()) {
            if (!knows.contains(removed)) {
                faults.add(endpoint.partnerId() + " is told to remove " + removed + ", which it never had");
            }
            check(new Key(endpoint.partnerId(), removed), new Sent(records.timestamp(), "removed"));
        }
        records.variants().forEach((variant, json) -> {
            knows.add(variant);
            check(new Key(endpoint.partnerId(), variant), new Sent(records.timestamp(), json));
        });
    }

    private void check(Key key, Sent next) {
        if (!inFlight.add(key)) {
            faults.add(key + " is in two messages at once");
        }
        Sent before = newest.get(key);
        if (before != null
                && !before.content().equals(next.content())
                && !next.timestamp().isAfter(before.timestamp())) {
            faults.add(key + " changed, but its timestamp went from " + before.timestamp() + " to " + next.timestamp());
        }
        if (before == null
                || next.timestamp().isAfter(before.timestamp())
                || !before.content().equals(next.content())) {
            newest.put(key, next);
        }
    }

    private synchronized void landed(Endpoint endpoint, Message message, int of) {
        if (of == generation && !message.contents().isPing()) {
            Records.of(message).all().forEach(variant -> inFlight.remove(new Key(endpoint.partnerId(), variant)));
        }
    }

    private synchronized void ended(int of) {
        if (of == generation) {
            underWay--;
            ended++;
            notifyAll();
        }
    }

    private synchronized void configured(Collection<EndpointSettings> inUse) {
        settings.clear();
        inUse.forEach(used -> settings.put(used.endpoint().partnerId(), used));
    }

    /** What a process does that isn't gone yet. */
    private record Watch(WatchedDelivery by, Endpoints to, int of) implements MessageDelivery {

        @Override
        public @Nullable Permit tryAcquire(Endpoint endpoint, Lane lane, int partition) {
            return watched(to.tryAcquire(endpoint, lane, partition), endpoint, false);
        }

        @Override
        public @Nullable Permit tryPing(Endpoint endpoint, boolean toResume, int partition) {
            return watched(to.tryPing(endpoint, toResume, partition), endpoint, true);
        }

        private @Nullable Permit watched(@Nullable Permit permit, Endpoint endpoint, boolean isPing) {
            return permit == null ? null : new WatchedPermit(this, permit, endpoint, isPing);
        }

        @Override
        public void configure(Collection<EndpointSettings> inUse) {
            by.configured(inUse);
            to.configure(inUse);
        }

        @Override
        public Collection<String> recordedPartners() {
            return to.recordedPartners();
        }

        @Override
        public void discardRecordOfOther(int partition, String partnerId, @Nullable Endpoint inUse) {
            to.discardRecordOfOther(partition, partnerId, inUse);
        }
    }

    private record WatchedPermit(Watch watch, MessageDelivery.Permit permit, Endpoint endpoint, boolean isPing)
            implements MessageDelivery.Permit {

        @Override
        public MessageDelivery.Attempt send(Message message, MessageDelivery.Terms terms, Consumer<Outcome> done) {
            watch.by().sent(endpoint, isPing, message);
            return permit.send(message, terms, outcome -> {
                watch.by().landed(endpoint, message, watch.of());
                done.accept(outcome);
                watch.by().ended(watch.of());
            });
        }

        @Override
        public void release() {
            permit.release();
        }
    }
}
