package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The views of scopes through which partners' records are written, as far as they were used lately: making one costs about
 * as much as writing a record. Confined to the task's thread.
 */
final class ScopeViews {

    /** A scan goes from location to location, again for each variant: all of a company's must fit. */
    private static final int MOST = 1_024;

    private record Key(String partnerId, Scope scope) {}

    private record Made(ResolvedConfiguration configuration, ScopeView view) {}

    private final Map<Key, Made> made = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Made> eldest) {
            return size() > MOST;
        }
    };

    @SuppressWarnings("ReferenceEquality") // comparing configurations would cost as much as a view
    @Nullable
    ScopeView of(Subscriber subscriber, ScopedVariant variant) {
        ResolvedConfiguration configuration = subscriber.configuration(variant);
        if (configuration == null) {
            return null;
        }
        Key key = new Key(subscriber.partnerId(), variant.scope());
        Made known = made.get(key);
        if (known == null || known.configuration() != configuration) {
            known = new Made(configuration, new ScopeView(configuration, variant.scope()));
            made.put(key, known);
        }
        return known.view();
    }
}
