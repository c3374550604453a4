package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.state.ScopedVariant;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A partner's side: drops messages it has seen, by their id, and keeps a copy of what the others say. */
final class Receiver {

    private final boolean goesByTimestamps;
    private final Map<ScopedVariant, String> copy = new HashMap<>();
    private final Map<ScopedVariant, Instant> latest = new HashMap<>();
    private final Set<String> seen = new HashSet<>();

    /** @param goesByTimestamps whether it passes over what is older than what it has, as the documentation advises */
    Receiver(boolean goesByTimestamps) {
        this.goesByTimestamps = goesByTimestamps;
    }

    void take(ScriptedDelivery.Sent sent) {
        if (!seen.add(sent.message().id())) {
            return;
        }
        Records records = sent.records();
        records.variants().forEach((variant, json) -> {
            if (isNew(variant, records.timestamp())) {
                copy.put(variant, json);
            }
        });
        records.removed().forEach(variant -> {
            if (isNew(variant, records.timestamp())) {
                copy.remove(variant);
            }
        });
    }

    private boolean isNew(ScopedVariant variant, Instant timestamp) {
        Instant last = latest.get(variant);
        if (goesByTimestamps && last != null && timestamp.isBefore(last)) {
            return false;
        }
        latest.put(variant, timestamp);
        return true;
    }

    Map<ScopedVariant, String> copy() {
        return copy;
    }
}
