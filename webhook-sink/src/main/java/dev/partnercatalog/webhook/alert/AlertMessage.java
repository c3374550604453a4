package dev.partnercatalog.webhook.alert;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.partnercatalog.http.JsonOutput;
import dev.partnercatalog.records.AlertType;
import dev.partnercatalog.records.WebhookAlert;
import dev.partnercatalog.webhook.delivery.EndpointState;
import dev.partnercatalog.webhook.message.Message;
import dev.partnercatalog.webhook.message.MessageId;
import dev.partnercatalog.webhook.message.Timestamp;
import dev.partnercatalog.webhook.state.Hash;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An alert as a Standard Webhooks message. */
final class AlertMessage {

    /** Some reasons come from libraries, and alerts are stored in a topic, so their length is limited. */
    private static final int LONGEST_REASON = 500;

    private AlertMessage() {}

    private record Body(String type, String timestamp, Data data) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Data(
            String partnerId,
            String state,
            @Nullable String since,
            @Nullable String failingSince,
            @Nullable String reason,
            @Nullable String backingOffUntil,
            @Nullable String suspendsAt,
            @Nullable String lastSuccess) {}

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
        Optional<EndpointState> known = Optional.ofNullable(state);
        Data data = new Data(
                partnerId,
                state(state),
                time(known.map(EndpointState::since).or(() -> Optional.of(now))),
                time(Optional.ofNullable(outage)),
                known.map(EndpointState::reason)
                        .map(reason -> reason.substring(0, Math.min(reason.length(), LONGEST_REASON)))
                        .orElse(null),
                time(known.map(EndpointState::retryAt)),
                time(known.map(EndpointState::suspendsAt)),
                time(known.map(EndpointState::lastAccepted)));
        byte[] json = JsonOutput.of(new Body(name(type), Timestamp.format(now.toEpochMilli()), data));
        return new String(json, StandardCharsets.UTF_8);
    }

    /** The same status names that the partner reads from {@code GET /v1/partner/webhook}. */
    private static String state(@Nullable EndpointState state) {
        return state == null
                ? "disabled"
                : state.status().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static @Nullable String time(Optional<Instant> time) {
        return time.map(Instant::toEpochMilli).map(Timestamp::format).orElse(null);
    }

    static Message of(WebhookAlert alert) {
        return new Message(
                alert.getWebhookId(), alert.getBody().getBytes(StandardCharsets.UTF_8), Message.Contents.changes(0, 0));
    }
}
