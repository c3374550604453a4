package dev.partnercatalog.webhook.alert;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.partnercatalog.http.JsonOutput;
import dev.partnercatalog.records.AlertType;
import dev.partnercatalog.records.WebhookAlert;
import dev.partnercatalog.webhook.delivery.EndpointState;
import dev.partnercatalog.webhook.message.Message;
import dev.partnercatalog.webhook.message.MessageId;
import dev.partnercatalog.webhook.message.Timestamp;
import dev.partnercatalog.webhook.state.Hash;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An alert as a Standard Webhooks message. */
final class AlertMessage {

    /** Some reasons come from libraries, and alerts are stored in a topic, so their length is limited. */
    private static final int LONGEST_REASON = 500;

    private AlertMessage() {}

    /** The name of an alert type in messages and metrics. */
    static String name(AlertType type) {
        return "endpoint." + type.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the same id for the same alert, whichever instance makes it. */
    static String id(String partnerId, AlertType type, long outage) {
        return MessageId.of(
                Hash.sha256().digest((partnerId + "/" + name(type) + "/" + outage).getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Returns the message body.
     *
     * @param state null if nothing is sent to the partner any more
     * @param outage when the outage began, null if an operator held the webhook
     */
    static String body(
            AlertType type, String partnerId, @Nullable EndpointState state, @Nullable Instant outage, Instant now) {
        byte[] json = JsonOutput.bytes(out -> {
            out.writeStartObject();
            out.writeStringField("type", name(type));
            out.writeStringField("timestamp", Timestamp.format(now.toEpochMilli()));
            out.writeObjectFieldStart("data");
            out.writeStringField("partnerId", partnerId);
            out.writeStringField("state", state(state));
            writeTime(out, "since", state == null || state.since() == null ? now : state.since());
            writeTime(out, "failingSince", outage);
            if (state != null) {
                writeTrouble(out, state);
                writeTime(out, "lastSuccess", state.lastAccepted());
            }
            out.writeEndObject();
            out.writeEndObject();
        });
        return new String(json, StandardCharsets.UTF_8);
    }

    private static void writeTrouble(JsonGenerator out, EndpointState state) throws IOException {
        String reason = state.reason();
        if (reason != null) {
            out.writeStringField("reason", reason.substring(0, Math.min(reason.length(), LONGEST_REASON)));
        }
        writeTime(out, "backingOffUntil", state.retryAt());
        writeTime(out, "suspendsAt", state.suspendsAt());
    }

    /** The same status names that the partner reads from {@code GET /v1/partner/webhook}. */
    private static String state(@Nullable EndpointState state) {
        return state == null
                ? "disabled"
                : state.status().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void writeTime(JsonGenerator out, String field, @Nullable Instant time) throws IOException {
        if (time != null) {
            out.writeStringField(field, Timestamp.format(time.toEpochMilli()));
        }
    }

    static Message of(WebhookAlert alert) {
        return new Message(
                alert.getWebhookId(), alert.getBody().getBytes(StandardCharsets.UTF_8), Message.Contents.changes(0, 0));
    }
}
