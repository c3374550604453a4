package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.store.WholeTimes;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * What an application's stores are made from, and what is known of that (D38).
 *
 * @param deletionsKept how long deletions can be read in the topic of each store, by the store's name, as it was found at
 *     the start; without the stores whose topics don't exist
 * @param inputs receives when the application's group had read everything in each partition that is read here
 */
public record StoreSources(Map<String, Duration> deletionsKept, WholeTimes inputs) {

    public StoreSources {
        deletionsKept = Map.copyOf(deletionsKept);
    }

    /** Nothing is known, so no store is judged. */
    public static StoreSources unknown() {
        return ofChangelogs(Map.of());
    }

    /** Stores with changelogs, which nobody but their tasks writes. */
    public static StoreSources ofChangelogs(Map<String, Duration> deletionsKept) {
        return new StoreSources(deletionsKept, WholeTimes.none());
    }

    /**
     * By store what was found by topic.
     *
     * @param topics the topic that each store is made from, by the store's name
     * @param found how long deletions can be read in each topic that exists
     */
    public static Map<String, Duration> byStore(Map<String, String> topics, Map<String, Duration> found) {
        Map<String, Duration> kept = new HashMap<>();
        topics.forEach((store, topic) -> {
            Duration known = found.get(topic);
            if (known != null) {
                kept.put(store, known);
            }
        });
        return kept;
    }
}
