package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.webhook.subscription.Subscriber.PingRequest;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All partners that webhooks go to, at one moment. A partner whose configuration hasn't changed is the same object. */
public final class Subscriptions {

    public static final Subscriptions NONE = new Subscriptions(List.of(), List.of());

    private final SortedMap<String, Subscriber> byPartner = new TreeMap<>();
    private final SortedMap<String, PingRequest> pings = new TreeMap<>();

    /** @param pings requests of partners that ever asked for a ping, even if no webhooks go to them */
    public Subscriptions(Collection<Subscriber> subscribers, Collection<PingRequest> pings) {
        subscribers.forEach(subscriber -> byPartner.put(subscriber.partnerId(), subscriber));
        pings.forEach(request -> this.pings.put(request.endpoint().partnerId(), request));
    }

    /** Puts what a partner has now, nulls for none, before anybody else has this object. */
    void put(String partnerId, @Nullable Subscriber subscriber, @Nullable PingRequest request) {
        byPartner.compute(partnerId, (id, before) -> subscriber);
        pings.compute(partnerId, (id, before) -> request);
    }

    public @Nullable Subscriber of(String partnerId) {
        return byPartner.get(partnerId);
    }

    public Collection<Subscriber> all() {
        return Collections.unmodifiableCollection(byPartner.values());
    }

    public Collection<PingRequest> pings() {
        return Collections.unmodifiableCollection(pings.values());
    }

    /** The partners that are not the same object as in earlier subscriptions, in order. */
    @SuppressWarnings("ReferenceEquality") // a partner that wasn't compiled anew is the same object
    public List<String> changedSince(Subscriptions earlier) {
        return Stream.concat(earlier.byPartner.keySet().stream(), byPartner.keySet().stream())
                .filter(partnerId -> of(partnerId) != earlier.of(partnerId))
                .distinct()
                .sorted()
                .toList();
    }
}
