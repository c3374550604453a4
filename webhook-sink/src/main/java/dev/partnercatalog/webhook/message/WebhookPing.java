package dev.partnercatalog.webhook.message;

import dev.partnercatalog.webhook.message.Message.MessageId;
import dev.partnercatalog.webhook.message.Message.Timestamp;
import dev.partnercatalog.webhook.state.Hash;
import java.nio.charset.StandardCharsets;

/** The message that tests an endpoint (D25). */
public final class WebhookPing {

    private WebhookPing() {}

    /**
     * Creates a ping of a partner's endpoint.
     *
     * @param number the number of the ping that the partner requested, 0 if nobody requested it
     * @param timestamp in milliseconds since 1970, never the same for two pings of one partner
     */
    public static Message of(String partnerId, long number, long timestamp) {
        String json = "{\"type\":\"webhook.ping\",\"timestamp\":\"" + Timestamp.format(timestamp) + "\",\"data\":{}}";
        byte[] digest =
                Hash.sha256().digest((partnerId + "/webhook.ping/" + timestamp).getBytes(StandardCharsets.UTF_8));
        return new Message(MessageId.of(digest), json.getBytes(StandardCharsets.UTF_8), Message.Contents.ping(number));
    }
}
