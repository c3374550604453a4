package dev.partnercatalog.webhook.state;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How much is due to each partner in one task's store, counted as it comes and goes. For the task's own thread alone. */
public final class Backlogs {

    private final Map<String, Backlog> byPartner = new HashMap<>();

    /** One more variant has been due since then. */
    public void add(String partnerId, long since) {
        byPartner.computeIfAbsent(partnerId, id -> new Backlog()).add(since);
    }

    /** One that has been due since then isn't any more. */
    public void remove(String partnerId, long since) {
        remove(partnerId, since, 1);
    }

    /** So many that have been due since then aren't any more. */
    public void remove(String partnerId, long since, long variants) {
        Backlog backlog = byPartner.get(partnerId);
        if (backlog != null) {
            backlog.remove(since, variants);
            if (backlog.count() == 0) {
                byPartner.remove(partnerId);
            }
        }
    }

    /** The partners to whom anything is due. */
    public Set<String> partners() {
        return Set.copyOf(byPartner.keySet());
    }

    /** What is due to a partner, null where nothing is. */
    public @Nullable Backlog of(String partnerId) {
        return byPartner.get(partnerId);
    }
}
