package dev.partnercatalog.webhook.state;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How much is due to each partner in one task's store, counted as it comes and goes. Confined to the task's thread. */
public final class Backlogs {

    private final Map<String, Backlog> byPartner = new HashMap<>();

    /** One more variant is due, since this time. */
    public void add(String partnerId, long since) {
        add(partnerId, since, 1);
    }

    private void add(String partnerId, long since, long variants) {
        byPartner.computeIfAbsent(partnerId, id -> new Backlog()).add(since, variants);
    }

    /** The variants in a message are due. */
    void add(Intent intent) {
        forEachTime(intent, (since, variants) -> add(intent.partnerId(), since, variants));
    }

    /** The variants in a message are no longer due. */
    void remove(Intent intent) {
        forEachTime(intent, (since, variants) -> remove(intent.partnerId(), since, variants));
    }

    /** Most variants of a message have been due for the same time. */
    private static void forEachTime(Intent intent, TimeVisitor visitor) {
        long variants = 0;
        long last = 0;
        for (Intent.Entry entry : intent.entries()) {
            if (variants > 0 && entry.since() != last) {
                visitor.visit(last, variants);
                variants = 0;
            }
            last = entry.since();
            variants++;
        }
        if (variants > 0) {
            visitor.visit(last, variants);
        }
    }

    private interface TimeVisitor {
        void visit(long since, long variants);
    }

    /** One variant that has been due since this time no longer is. */
    public void remove(String partnerId, long since) {
        remove(partnerId, since, 1);
    }

    /** This number of variants that have been due since this time no longer are. */
    public void remove(String partnerId, long since, long variants) {
        Backlog backlog = byPartner.get(partnerId);
        if (backlog != null) {
            backlog.remove(since, variants);
            if (backlog.count() == 0) {
                byPartner.remove(partnerId);
            }
        }
    }

    /** The partners to which something is due. */
    public Set<String> partners() {
        return Set.copyOf(byPartner.keySet());
    }

    /** What is due to a partner, null if nothing is. */
    public @Nullable Backlog of(String partnerId) {
        return byPartner.get(partnerId);
    }
}
