package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Message;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A partner's side: drops messages that it has seen, by their id, and keeps a copy from the others. */
final class Receiver {

    private final boolean goesByTimestamps;
    private final Map<ScopedVariant, String> copy = new HashMap<>();
    private final Map<ScopedVariant, Instant> latest = new HashMap<>();
    private final Set<String> seen = new HashSet<>();

    /** @param goesByTimestamps whether it skips what is older than what it has, as the documentation advises */
    Receiver(boolean goesByTimestamps) {
        this.goesByTimestamps = goesByTimestamps;
    }

    void take(ScriptedDelivery.Sent sent) {
        take(sent.message());
    }

    void take(Message message) {
        if (!seen.add(message.id())) {
            return;
        }
        Records records = Records.of(message);
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
