package dev.partnercatalog.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
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
     * @param perEndpoint most attempts in flight to one endpoint
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
        }
    }

    /** A slot that an attempt takes. */
    record AttemptSlot(EndpointQueue endpoint, Priority priority, AttemptSlots.Standing standing) {
        EndpointSettings settings() {
            return endpoint.settings();
        }
    }

    private final Limits limits;
    private final InstantSource clock;
    private final Backoff backoff;
    private final EndpointRecords healthRecords;
    private final ConcurrentMap<String, EndpointQueue> byPartner = new ConcurrentHashMap<>();
    private final AttemptSlots slots;

    /** @param healthRecords the endpoints' health when the process started, and what other instances find out */
    public Endpoints(Limits limits, InstantSource clock, Backoff backoff, EndpointRecords healthRecords) {
        this.limits = limits;
        this.clock = clock;
        this.backoff = backoff;
        this.healthRecords = healthRecords;
        this.slots = new AttemptSlots(limits.inProcess());
    }

    @Nullable
    AttemptSlot tryAcquire(Endpoint endpoint, Priority priority) {
        EndpointQueue inUse = byPartner.get(endpoint.partnerId());
        if (inUse == null || !inUse.isOf(endpoint)) {
            return null;
        }
        // A partner that waits for its ping must not wait for endpoints that hang.
        AttemptSlots.Standing standing = priority.isPing() ? AttemptSlots.Standing.PROVEN : inUse.standing();
        boolean ahead = !priority.isPing() && inUse.isAhead();
        if (!slots.take(priority, standing, ahead)) {
            return null;
        }
        AttemptSlot slot = new AttemptSlot(inUse, priority, standing);
        if (!inUse.tryAcquire(priority)) {
            leave(slot);
            return null;
        }
        return slot;
    }

    boolean hasAcceptedLately(Endpoint endpoint) {
        EndpointQueue inUse = byPartner.get(endpoint.partnerId());
        return inUse != null && inUse.isOf(endpoint) && inUse.hasAcceptedLately();
    }

    /**
     * An attempt with a message of this size in bytes has ended. Returns the outcome, or that the message is suspected of
     * it.
     */
    Outcome completed(AttemptSlot slot, Instant started, Outcome outcome, int bytes) {
        leave(slot);
        return slot.endpoint().completed(slot.priority(), started, outcome, bytes);
    }

    /** Starts a message as soon as an attempt may be made at its endpoint. */
    void offer(AttemptSlot slot, ReadyMessage message) {
        if (slot.priority().isPing()) {
            message.begin();
        } else {
            slot.endpoint().offer(message);
        }
    }

    /** Takes a message back; returns false if it has started, or was withheld. */
    boolean takeBack(AttemptSlot slot, ReadyMessage message) {
        return slot.endpoint().takeBack(message);
    }

    void released(AttemptSlot slot) {
        leave(slot);
        slot.endpoint().released(slot.priority());
    }

    /**
     * Takes these endpoints into use and discards what is known of others. An endpoint that comes into use again starts
     * from scratch (D26: until its setting changes).
     */
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
                partnerId, id -> new EndpointQueue(settings, limits, clock, backoff, healthRecords)));
        for (String partnerId : healthRecords.partnerIds()) {
            if (!kept.containsKey(partnerId)) {
                healthRecords.forget(partnerId);
            }
        }
    }

    /** Starts nothing from now on. */
    void close() {
        byPartner.values().forEach(EndpointQueue::close);
    }

    /** The state of each endpoint in use. */
    public synchronized List<EndpointState> states() {
        return byPartner.values().stream().map(EndpointQueue::state).toList();
    }

    public int inFlight() {
        return slots.taken();
    }

    private void leave(AttemptSlot slot) {
        slots.leave(slot.priority(), slot.standing());
    }
}
