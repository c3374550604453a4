package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All partners that webhooks go to, at one moment. Immutable. */
public final class Subscriptions {

    public static final Subscriptions NONE = new Subscriptions(List.of(), List.of());

    private final Map<String, Subscriber> byPartner;
    private final Map<Long, List<Subscriber>> byCompany = new HashMap<>();
    private final List<PingRequest> pings;

    /** @param pings requests of partners that ever asked for a ping, even if no webhooks go to them */
    public Subscriptions(Collection<Subscriber> subscribers, Collection<PingRequest> pings) {
        Map<String, Subscriber> sorted = new TreeMap<>();
        for (Subscriber subscriber : subscribers) {
            sorted.put(subscriber.partnerId(), subscriber);
            for (Long companyId : subscriber.companies().keySet()) {
                byCompany.computeIfAbsent(companyId, id -> new ArrayList<>(1)).add(subscriber);
            }
        }
        byPartner = Collections.unmodifiableMap(sorted);
        this.pings = List.copyOf(pings);
    }

    /**
     * Returns what the tables contain now, as if each partner had an API client.
     *
     * @param version version of the program, as the sinks use it
     */
    public static Subscriptions of(ConfigurationTables tables, String version) {
        return new SubscriptionCompiler(tables, version).compile(partnerId -> true);
    }

    public @Nullable Subscriber of(String partnerId) {
        return byPartner.get(partnerId);
    }

    /** All subscribers, in order of their ids. */
    public Collection<Subscriber> all() {
        return byPartner.values();
    }

    public List<PingRequest> pings() {
        return pings;
    }

    public List<Subscriber> ofCompany(long companyId) {
        return Collections.unmodifiableList(byCompany.getOrDefault(companyId, List.of()));
    }
}
