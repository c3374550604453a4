package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.delivery.Priority;
import dev.partnercatalog.webhook.message.Message;
import dev.partnercatalog.webhook.message.MessageId;
import dev.partnercatalog.webhook.message.VariantsChanged;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.Intent;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records of one partner that are sent in one message. Meanwhile each of them is in no other batch, which keeps a
 * variant's records in order.
 *
 * @param subscriber the partner, with the configuration under which the records were made
 */
record Batch(Subscriber subscriber, Sending sending, Intent intent, InFlightMessage inFlight, Message message) {

    /**
     * How a message is sent.
     *
     * @param failures how often in a row an attempt with it, or with a message that it is a part of, has failed
     * @param isolated the mark of its only record if that is isolated, otherwise null
     */
    record Sending(
            Priority priority,
            MessageDelivery.Permit permit,
            int failures,
            @Nullable Due isolated) {}

    static Batch of(
            Subscriber subscriber, Sending sending, Intent intent, InFlightMessage inFlight, VariantsChanged body) {
        String id = id(intent);
        return new Batch(
                subscriber, sending, intent, inFlight, new Message(id, body.json(intent.time()), body.contents()));
    }

    /** How often the record was sent alone before, if it is isolated. */
    int refusals() {
        return sending.isolated() == null ? 0 : sending.isolated().refusals();
    }

    String partnerId() {
        return subscriber.partnerId();
    }

    List<ScopedVariant> variants() {
        return intent.variants();
    }

    /**
     * Returns the message's id. It is derived from the message's content and time, so that a retry of the same message
     * has the same id, but a record that returns to earlier content has a new one: a receiver that identifies messages
     * by their ids would drop it otherwise.
     */
    private static String id(Intent intent) {
        MessageDigest digest = Hash.sha256();
        digest.update(intent.partnerId().getBytes(StandardCharsets.US_ASCII));
        digest.update(ByteBuffer.allocate(1 + 2 * Long.BYTES)
                .put((byte) 0)
                .putLong(intent.endpoint())
                .putLong(intent.time())
                .array());
        ByteBuffer fixed = ByteBuffer.allocate(1 + 4 * Long.BYTES);
        for (Intent.Entry entry : intent.entries()) {
            fixed.clear();
            fixed.put((byte) 0)
                    .putLong(entry.variant().companyId())
                    .putLong(entry.variant().locationId())
                    .putLong(entry.content().high())
                    .putLong(entry.content().low());
            digest.update(fixed.array());
            digest.update(entry.variant().barcode().getBytes(StandardCharsets.US_ASCII));
        }
        return MessageId.of(digest.digest());
    }
}
