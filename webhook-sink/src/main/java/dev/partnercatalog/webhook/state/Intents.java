package dev.partnercatalog.webhook.state;

import dev.partnercatalog.resolution.ScopedVariant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;

/** The messages in one task's store whose outcome isn't known. Confined to the task's thread. */
public final class Intents {

    private final KeyValueStore<Bytes, byte[]> store;
    private final RowReader reader;
    private final Backlogs backlogs;

    Intents(KeyValueStore<Bytes, byte[]> store, RowReader reader, Backlogs backlogs) {
        this.store = store;
        this.reader = reader;
        this.backlogs = backlogs;
    }

    /**
     * The messages in the order in which they were to be sent; counts what is in them once. If a crash left two with the
     * same variant, the later one replaced the earlier.
     */
    public List<Intent> load() {
        Deque<Intent> stored = new ArrayDeque<>();
        byte[] family = Keys.prefix(Keys.INTENT);
        reader.forEach(family, (key, value) -> stored.push(Intent.decode(Keys.number(key, family.length), value)));
        Deque<Intent> intents = new ArrayDeque<>();
        Map<String, Set<ScopedVariant>> known = new HashMap<>();
        for (Intent intent : stored) {
            Set<ScopedVariant> later = known.computeIfAbsent(intent.partnerId(), id -> new HashSet<>());
            List<Intent.Entry> left = intent.entries().stream()
                    .filter(entry -> !later.contains(entry.variant()))
                    .toList();
            later.addAll(intent.variants());
            if (left.isEmpty()) {
                store.delete(Keys.intent(intent.number()));
            } else {
                Intent kept = intent.part(intent.number(), left);
                if (left.size() < intent.entries().size()) {
                    store.put(Keys.intent(kept.number()), kept.encode());
                }
                backlogs.add(kept);
                intents.push(kept);
            }
        }
        return List.copyOf(intents);
    }

    /** A message is about to be sent. */
    public void put(Intent intent) {
        backlogs.add(intent);
        store.put(Keys.intent(intent.number()), intent.encode());
    }

    /** Writes whether a message is unsent; everything else in it is as before. */
    public void update(Intent intent) {
        store.put(Keys.intent(intent.number()), intent.encode());
    }

    /** The outcome of a message is known, or another message replaces it. */
    public void delete(Intent intent) {
        backlogs.remove(intent);
        store.delete(Keys.intent(intent.number()));
    }
}
