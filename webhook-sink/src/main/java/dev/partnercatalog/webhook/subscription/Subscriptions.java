package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.webhook.subscription.Subscriber.PingRequest;
import dev.partnercatalog.webhook.subscription.SubscriptionCompiler.CompiledPartner;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All partners that webhooks go to, at one moment. A partner whose configuration hasn't changed is the same object. */
public final class Subscriptions {

    public static final Subscriptions NONE = new Subscriptions(List.of(), List.of());

    private final SortedMap<String, Subscriber> byPartner;
    private final SortedMap<String, PingRequest> pings;

    /** @param pings requests of partners that ever asked for a ping, even if no webhooks go to them */
    public Subscriptions(Collection<Subscriber> subscribers, Collection<PingRequest> pings) {
        this(new TreeMap<>(), new TreeMap<>());
        subscribers.forEach(subscriber -> byPartner.put(subscriber.partnerId(), subscriber));
        pings.forEach(request -> this.pings.put(request.endpoint().partnerId(), request));
    }

    private Subscriptions(SortedMap<String, Subscriber> byPartner, SortedMap<String, PingRequest> pings) {
        this.byPartner = byPartner;
        this.pings = pings;
    }

    /** The same, with some partners compiled anew. */
    Subscriptions with(Collection<CompiledPartner> compiled) {
        Subscriptions next = new Subscriptions(new TreeMap<>(byPartner), new TreeMap<>(pings));
        for (CompiledPartner partner : compiled) {
            put(next.byPartner, partner.partnerId(), partner.subscriber());
            put(next.pings, partner.partnerId(), partner.pings());
        }
        return next;
    }

    private static <V> void put(Map<String, V> byPartner, String partnerId, @Nullable V value) {
        if (value == null) {
            byPartner.remove(partnerId);
        } else {
            byPartner.put(partnerId, value);
        }
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
