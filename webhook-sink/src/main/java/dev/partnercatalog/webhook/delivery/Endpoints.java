package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All endpoints of a process and the slots they share. An endpoint that hangs holds only its own few slots.
 * Thread-safe.
 */
public final class Endpoints implements MessageDelivery, AutoCloseable {

    /**
     * What is recorded about partners' endpoints: one record for each partition whose owner has found out anything (D26).
     * Thread-safe; writing is asynchronous and never waits.
     */
    public interface HealthRecords {

        int partitions();

        /** Grows with each change of a partner's records, once the change can be read. */
        long version(String partnerId);

        /**
         * Returns what the owner of a partition recorded last about a partner's endpoint, null if there is nothing or it can't
         * be read.
         *
         * @throws RegistryUnavailableException if it can't be read yet
         */
        @Nullable
        WebhookEndpoint of(String partnerId, int partition);

        /** Whether something is recorded, even if it can't be read. */
        boolean isRecorded(String partnerId, int partition);

        Collection<String> partnerIds();

        /** Records something in place of what was recorded last about the same partner and partition. */
        void publish(WebhookEndpoint record);

        void delete(String partnerId, int partition);
    }

    private final int perEndpoint;
    private final int inProcess;
    private final InstantSource clock;
    private final Backoff backoff;
    private final HealthRecords healthRecords;
    private final HttpDelivery http;
    private final ConcurrentMap<String, EndpointInUse> byPartner = new ConcurrentHashMap<>();
    /**
     * The slots for each risk. At each higher one there are half as many: however many endpoints hang, and however much is
     * ready for some, those that work find room, and so do those that haven't been tried yet.
     */
    private final List<Semaphore> free;

    private volatile boolean stopping;

    /**
     * @param perEndpoint most attempts in flight to one endpoint, and no more than half of all, so that no partner holds
     *     every place
     * @param inProcess most messages in flight to all endpoints together, or ready for them, which bounds the memory they
     *     hold
     * @param healthRecords the endpoints' health when the process started, and what other instances find out
     * @param http is closed with the endpoints
     */
    public Endpoints(
            int perEndpoint,
            int inProcess,
            InstantSource clock,
            Backoff backoff,
            HealthRecords healthRecords,
            HttpDelivery http) {
        if (perEndpoint < 1 || inProcess < 2) {
            throw new IllegalArgumentException("perEndpoint must be at least 1, and inProcess at least 2");
        }
        this.perEndpoint = Math.min(perEndpoint, inProcess / 2);
        this.inProcess = inProcess;
        this.free = Stream.of(inProcess, inProcess / 2, Math.max(1, inProcess / 4))
                .map(Semaphore::new)
                .toList();
        this.clock = clock;
        this.backoff = backoff;
        this.healthRecords = healthRecords;
        this.http = http;
    }

    @Override
    public @Nullable AttemptSlot tryAcquire(Endpoint endpoint, Lane lane, int partition) {
        return take(endpoint, lane, partition, inUse -> inUse.tryAcquire(lane));
    }

    /** The slot of a ping. A partner that waits for it must not wait for endpoints that hang. */
    @Override
    public @Nullable AttemptSlot tryPing(Endpoint endpoint, boolean toResume, int partition) {
        return take(endpoint, null, partition, inUse -> inUse.tryPing(toResume, partition));
    }

    private @Nullable AttemptSlot take(
            Endpoint endpoint, @Nullable Lane lane, int partition, Predicate<EndpointInUse> isFree) {
        EndpointInUse inUse = byPartner.get(endpoint.partnerId());
        if (stopping || inUse == null || !inUse.settings().endpoint().equals(endpoint)) {
            return null;
        }
        AttemptSlot slot = new AttemptSlot(inUse, lane, partition);
        if (!slot.enter()) {
            return null;
        }
        if (isFree.test(inUse)) {
            return slot;
        }
        slot.leave();
        return null;
    }

    /** A place at an endpoint and in the process, which an attempt takes; that of a ping has no lane. */
    public final class AttemptSlot implements Permit {

        final EndpointInUse endpoint;
        final @Nullable Lane lane;
        final int partition;
        private final int risk;

        private AttemptSlot(EndpointInUse endpoint, @Nullable Lane lane, int partition) {
            this.endpoint = endpoint;
            this.lane = lane;
            this.partition = partition;
            this.risk = lane == null ? 0 : endpoint.risk(lane);
        }

        private boolean enter() {
            for (int at = risk; at >= 0; at--) {
                if (!free.get(at).tryAcquire()) {
                    free.subList(at + 1, risk + 1).forEach(Semaphore::release);
                    return false;
                }
            }
            return true;
        }

        private void leave() {
            free.subList(0, risk + 1).forEach(Semaphore::release);
        }

        @Override
        public Attempt send(Message message, Terms terms, Consumer<Outcome> done) {
            HttpAttempt attempt = new HttpAttempt(http, this, message, terms, done);
            offer(attempt);
            return attempt;
        }

        void offer(LaneTraffic.Ready message) {
            if (lane == null) {
                message.begin();
            } else {
                endpoint.offer(lane, message);
            }
        }

        boolean takeBack(LaneTraffic.Ready message) {
            return lane != null && endpoint.takeBack(lane, message);
        }

        @Override
        public void release() {
            leave();
            endpoint.released(lane);
        }

        /** Returns the outcome, or that the message is suspected of it. */
        Outcome completed(EndpointInUse.Tried tried, Outcome outcome) {
            leave();
            return endpoint.completed(tried, outcome);
        }
    }

    @Override
    public void configure(Collection<EndpointSettings> inUse) {
        Map<String, EndpointSettings> kept = inUse.stream()
                .collect(Collectors.toMap(settings -> settings.endpoint().partnerId(), Function.identity()));
        byPartner.forEach((partnerId, endpoint) -> {
            EndpointSettings settings = kept.get(partnerId);
            if (settings == null || !endpoint.settings().endpoint().equals(settings.endpoint())) {
                endpoint.close(true);
                byPartner.remove(partnerId, endpoint);
            } else {
                endpoint.configure(settings);
            }
        });
        kept.forEach((partnerId, settings) -> byPartner.computeIfAbsent(
                partnerId, id -> new EndpointInUse(settings, perEndpoint, clock, backoff, healthRecords)));
    }

    @Override
    public Collection<String> recordedPartners() {
        return healthRecords.partnerIds();
    }

    /** So an endpoint that comes into use again starts from scratch (D26: until its setting changes). */
    @Override
    public void discardRecordOfOther(int partition, String partnerId, @Nullable Endpoint inUse) {
        WebhookEndpoint record = healthRecords.of(partnerId, partition);
        boolean isOfThis = inUse != null && (record == null || record.getUrl().equals(inUse.url()));
        if (!isOfThis && healthRecords.isRecorded(partnerId, partition)) {
            healthRecords.delete(partnerId, partition);
        }
    }

    /** Gives out no further permits and returns messages that are only ready; attempts in flight continue. */
    public void startNoMore() {
        stopping = true;
        byPartner.values().forEach(endpoint -> endpoint.close(false));
    }

    /** Breaks off what is in flight. */
    @Override
    public void close() {
        http.close();
    }

    public List<EndpointState> states() {
        return byPartner.values().stream().map(EndpointInUse::state).toList();
    }

    /** The number of messages that are in flight or ready. */
    public int inFlight() {
        return inProcess - free.get(0).availablePermits();
    }
}
