package dev.partnercatalog.partner;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A message from the catalog. Fields that this version doesn't know are ignored. You should likewise ignore messages of types
 * that you don't know.
 *
 * @param id the same for every attempt to deliver this content: ignore a message whose id you have already processed
 * @param type {@link #VARIANTS_CHANGED}, or {@link #PING}
 * @param timestamp when this content was first sent: of two messages with the same variant, the later one is newer
 * @param variants complete records, which replace the ones you have; empty in messages of other types
 * @param removed the keys of records to delete; empty in messages of other types
 */
public record WebhookMessage(
        String id, String type, Instant timestamp, List<ChangedVariant> variants, List<RemovedVariant> removed) {

    /** The type of a message that contains variants. */
    public static final String VARIANTS_CHANGED = "variants.changed";

    /** The type of a message that tests an endpoint. */
    public static final String PING = "webhook.ping";

    static final String CHANGED_FIELDS = "changedFields";

    /**
     * A variant that is new or has changed.
     *
     * @param variant its current state
     * @param changedFields the fields that differ from the previous record; null if the catalog doesn't say. In that case compare
     *     the records, or replace yours
     * @param json the complete record in canonical form, including fields that {@link Variant} doesn't have. If you store it,
     *     {@link CopyProof} can later prove it; the SHA-256 of this text is the record's hash
     */
    public record ChangedVariant(Variant variant, @Nullable Set<String> changedFields, String json) {

        static ChangedVariant of(JsonNode record) {
            Set<String> changed = null;
            if (record.path(CHANGED_FIELDS).isArray()) {
                changed = new TreeSet<>();
                for (JsonNode name : record.path(CHANGED_FIELDS)) {
                    changed.add(name.asText());
                }
            }
            return new ChangedVariant(
                    Json.as(Variant.class, record),
                    changed == null ? null : Set.copyOf(changed),
                    CopyProof.canonical(record));
        }
    }

    /**
     * The key of a record to delete. If {@code locationId} equals {@code companyId}, it is the company's record.
     *
     * @param companyId from 1 to 2^53-1
     * @param locationId from 1 to 2^53-1
     */
    public record RemovedVariant(long companyId, long locationId, String barcode) {}

    public WebhookMessage {
        variants = List.copyOf(variants);
        removed = List.copyOf(removed);
    }

    /**
     * Reads a message whose signature has been verified; {@link WebhookVerifier#receive} does both.
     *
     * @param id the header {@code webhook-id}
     * @param body JSON
     * @throws IllegalArgumentException if it is not a message
     */
    public static WebhookMessage read(String id, byte[] body) {
        JsonNode message = Json.read(body);
        String type = message.path("type").asText();
        JsonNode data = message.path("data");
        boolean changes = type.equals(VARIANTS_CHANGED);
        return new WebhookMessage(
                id,
                type,
                timestamp(message.path("timestamp").asText()),
                changes
                        ? Json.elements(data.path("variants")).stream()
                                .map(ChangedVariant::of)
                                .toList()
                        : List.of(),
                changes
                        ? Json.elements(data.path("removed")).stream()
                                .map(removed -> Json.as(RemovedVariant.class, removed))
                                .toList()
                        : List.of());
    }

    private static Instant timestamp(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("the message's timestamp is invalid: expected ISO 8601 in UTC", e);
        }
    }
}
