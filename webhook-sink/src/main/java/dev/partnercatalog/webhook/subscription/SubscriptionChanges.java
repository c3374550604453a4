package dev.partnercatalog.webhook.subscription;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keys that have changed since they were last taken, each once, in order of their changes. Thread-safe. */
final class SubscriptionChanges {

    private final Set<String> keys = new LinkedHashSet<>();

    synchronized void add(String key) {
        keys.add(key);
    }

    /** The key that has waited longest, null if there is none. */
    synchronized @Nullable String take() {
        Iterator<String> first = keys.iterator();
        if (!first.hasNext()) {
            return null;
        }
        String key = first.next();
        first.remove();
        return key;
    }

    synchronized boolean isEmpty() {
        return keys.isEmpty();
    }
}
