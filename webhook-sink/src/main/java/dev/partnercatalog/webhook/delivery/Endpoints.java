package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All endpoints of a process and the slots they share. An endpoint that hangs holds only its own few slots.
 * Thread-safe.
 */
public final class Endpoints {

    /**
     * How much of the process endpoints may use.
     *
     * @param perEndpoint most attempts in flight to one endpoint, and no more than half of all, so that no partner holds
     *     every place
     * @param inProcess most messages in flight to all endpoints together, or ready for them, which bounds the memory they
     *     hold
     * @param suspendAfter how long an endpoint may do nothing but fail before it is suspended (D26)
     */
    public record Limits(int perEndpoint, int inProcess, Duration suspendAfter) {

        public static final Duration SUSPEND_AFTER = Duration.ofDays(5);

        public Limits {
            if (perEndpoint < 1 || inProcess < 2) {
                throw new IllegalArgumentException("perEndpoint must be at least 1, and inProcess at least 2");
            }
            perEndpoint = Math.min(perEndpoint, inProcess / 2);
        }
    }

    /** A slot that an attempt takes; that of a ping has no lane. */
    record AttemptSlot(EndpointInUse endpoint, @Nullable Lane lane, int partition, int risk) {
        EndpointSettings settings() {
            return endpoint.settings();
        }
    }

    private final Limits limits;
    private final InstantSource clock;
    private final Backoff backoff;
    private final EndpointRecords healthRecords;
    private final ConcurrentMap<String, EndpointInUse> byPartner = new ConcurrentHashMap<>();
    /** How many slots are taken by messages of at least this risk. */
    private final int[] taken = new int[3];

    /** @param healthRecords the endpoints' health when the process started, and what other instances find out */
    public Endpoints(Limits limits, InstantSource clock, Backoff backoff, EndpointRecords healthRecords) {
        this.limits = limits;
        this.clock = clock;
        this.backoff = backoff;
        this.healthRecords = healthRecords;
    }

    @Nullable
    AttemptSlot tryAcquire(Endpoint endpoint, Lane lane, int partition) {
        EndpointInUse inUse = inUse(endpoint);
        AttemptSlot slot = inUse == null ? null : take(new AttemptSlot(inUse, lane, partition, inUse.risk(lane)));
        if (slot == null || slot.endpoint().tryAcquire(lane)) {
            return slot;
        }
        leave(slot);
        return null;
    }

    /** The slot of a ping. A partner that waits for it must not wait for endpoints that hang. */
    @Nullable
    AttemptSlot tryPing(Endpoint endpoint, boolean toResume, int partition) {
        EndpointInUse inUse = inUse(endpoint);
        AttemptSlot slot = inUse == null ? null : take(new AttemptSlot(inUse, null, partition, 0));
        if (slot == null || slot.endpoint().tryPing(toResume, partition)) {
            return slot;
        }
        leave(slot);
        return null;
    }

    private @Nullable EndpointInUse inUse(Endpoint endpoint) {
        EndpointInUse inUse = byPartner.get(endpoint.partnerId());
        return inUse == null || !inUse.isOf(endpoint) ? null : inUse;
    }

    /**
     * At each higher risk there are half as many slots: however many endpoints hang, and however much is ready for some,
     * those that work find room, and so do those that haven't been tried yet.
     */
    private synchronized @Nullable AttemptSlot take(AttemptSlot slot) {
        for (int risk = 0; risk <= slot.risk(); risk++) {
            if (taken[risk] >= Math.max(1, limits.inProcess() >> risk)) {
                return null;
            }
        }
        count(slot, 1);
        return slot;
    }

    private synchronized void leave(AttemptSlot slot) {
        count(slot, -1);
    }

    private void count(AttemptSlot slot, int change) {
        for (int risk = 0; risk <= slot.risk(); risk++) {
            taken[risk] += change;
        }
    }

    Outcome completed(AttemptSlot slot, EndpointInUse.Tried tried, Outcome outcome) {
        leave(slot);
        return slot.endpoint().completed(slot.lane(), tried, outcome);
    }

    void offer(AttemptSlot slot, LaneTraffic.Ready message) {
        if (slot.lane() == null) {
            message.begin();
        } else {
            slot.endpoint().offer(message);
        }
    }

    boolean takeBack(AttemptSlot slot, LaneTraffic.Ready message) {
        return slot.lane() != null && slot.endpoint().takeBack(message);
    }

    void released(AttemptSlot slot) {
        leave(slot);
        slot.endpoint().released(slot.lane());
    }

    void configure(Collection<EndpointSettings> inUse) {
        Map<String, EndpointSettings> kept = inUse.stream()
                .collect(Collectors.toMap(settings -> settings.endpoint().partnerId(), Function.identity()));
        byPartner.forEach((partnerId, endpoint) -> {
            EndpointSettings settings = kept.get(partnerId);
            if (settings == null || !endpoint.isOf(settings.endpoint())) {
                endpoint.retire();
                byPartner.remove(partnerId, endpoint);
            } else {
                endpoint.configure(settings);
            }
        });
        kept.forEach((partnerId, settings) -> byPartner.computeIfAbsent(
                partnerId, id -> new EndpointInUse(settings, limits, clock, backoff, healthRecords)));
    }

    Collection<String> recordedPartners() {
        return healthRecords.partnerIds();
    }

    /**
     * See {@link MessageDelivery#discardRecordOfOther}. So an endpoint that comes into use again starts from scratch (D26:
     * until its setting changes).
     */
    void discardRecordOfOther(int partition, String partnerId, @Nullable Endpoint inUse) {
        WebhookEndpoint record = healthRecords.of(partnerId, partition);
        boolean isOfThis = inUse != null && (record == null || record.getUrl().equals(inUse.url()));
        if (!isOfThis && healthRecords.isRecorded(partnerId, partition)) {
            healthRecords.delete(partnerId, partition);
        }
    }

    void close() {
        byPartner.values().forEach(EndpointInUse::close);
    }

    public synchronized List<EndpointState> states() {
        return byPartner.values().stream().map(EndpointInUse::state).toList();
    }

    /** The number of messages that are in flight or ready. */
    public synchronized int inFlight() {
        return taken[0];
    }
}
