package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.message.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A partner's side: drops messages that it has seen, by their id, and keeps a copy from the others. */
final class Receiver {

    private static final ObjectMapper JSON = new ObjectMapper();

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
                checkChanged(variant, json, records.changed().get(variant));
                copy.put(variant, json);
            }
        });
        records.removed().forEach(variant -> {
            if (isNew(variant, records.timestamp())) {
                copy.remove(variant);
            }
        });
    }

    /** If a record lists what has changed, everything that changed is in the list. */
    private void checkChanged(ScopedVariant variant, String json, @Nullable List<String> named) {
        if (named != null) {
            JsonNode before = parsed(Objects.requireNonNull(copy.get(variant), "changed, though it wasn't there"));
            JsonNode after = parsed(json);
            after.properties().forEach(member -> {
                JsonNode had = before.get(member.getKey());
                if (had instanceof ObjectNode sources && member.getKey().equals("catalogSource")) {
                    List<String> chosen = new ArrayList<>();
                    member.getValue().fieldNames().forEachRemaining(chosen::add);
                    sources.retain(chosen);
                }
                if (!member.getValue().equals(had)) {
                    assertThat(named).as("what has changed of %s", variant).contains(member.getKey());
                }
            });
        }
    }

    private static JsonNode parsed(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
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
