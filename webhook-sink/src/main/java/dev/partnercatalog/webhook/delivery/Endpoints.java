package dev.partnercatalog.webhook.delivery;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All endpoints of a process and the room they share. An endpoint that hangs holds its own few places and no more; those
 * that have not answered well lately share half of the room. Thread-safe.
 *
 * <p>Every attempt begins and ends here, so this is where a log of attempts and a state that outlives the process belong.
 */
public final class Endpoints {

    /** A place that an attempt takes up. */
    record Place(EndpointHealth health, Lane lane, boolean proven) {}

    private final EndpointLimits limits;
    private final InstantSource clock;
    private final Backoff backoff;
    private final ConcurrentMap<String, EndpointHealth> byPartner = new ConcurrentHashMap<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger unproven = new AtomicInteger();

    public Endpoints(EndpointLimits limits, InstantSource clock, Backoff backoff) {
        this.limits = limits;
        this.clock = clock;
        this.backoff = backoff;
    }

    @Nullable
    Place tryAcquire(Endpoint endpoint, Lane lane) {
        EndpointHealth health = health(endpoint);
        boolean proven = health.isProven();
        if (!takeOne(inFlight, limits.inProcess())) {
            return null;
        }
        if (!proven && !takeOne(unproven, limits.unproven())) {
            inFlight.decrementAndGet();
            return null;
        }
        Place place = new Place(health, lane, proven);
        if (!health.tryAcquire(lane)) {
            leave(place);
            return null;
        }
        return place;
    }

    void completed(Place place, Instant started, Outcome outcome) {
        leave(place);
        place.health().completed(place.lane(), started, outcome);
    }

    void released(Place place) {
        leave(place);
        place.health().released(place.lane());
    }

    /** Forgets what is known of other endpoints; one that is used again starts anew (D26: until its setting changes). */
    void retain(Collection<Endpoint> endpoints) {
        Map<String, Endpoint> kept =
                endpoints.stream().collect(Collectors.toMap(Endpoint::partnerId, Function.identity()));
        byPartner
                .values()
                .removeIf(health ->
                        !health.endpoint().equals(kept.get(health.endpoint().partnerId())));
    }

    /** How each endpoint that was ever used stands. */
    public List<EndpointState> states() {
        return byPartner.values().stream().map(EndpointHealth::state).toList();
    }

    public int inFlight() {
        return inFlight.get();
    }

    private EndpointHealth health(Endpoint endpoint) {
        EndpointHealth known = byPartner.get(endpoint.partnerId());
        if (known != null && known.endpoint().equals(endpoint)) {
            return known;
        }
        return byPartner.compute(
                endpoint.partnerId(),
                (partnerId, latest) -> latest != null && latest.endpoint().equals(endpoint)
                        ? latest
                        : new EndpointHealth(endpoint, limits, clock, backoff));
    }

    private void leave(Place place) {
        inFlight.decrementAndGet();
        if (!place.proven()) {
            unproven.decrementAndGet();
        }
    }

    private static boolean takeOne(AtomicInteger taken, int limit) {
        int before = taken.getAndUpdate(now -> now < limit ? now + 1 : now);
        return before < limit;
    }
}
