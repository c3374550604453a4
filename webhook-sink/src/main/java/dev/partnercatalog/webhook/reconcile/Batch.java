package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.webhook.delivery.Delivery;
import dev.partnercatalog.webhook.message.Message;
import dev.partnercatalog.webhook.message.MessageId;
import dev.partnercatalog.webhook.message.MessageTrace;
import dev.partnercatalog.webhook.message.VariantsChanged;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.Held;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * Records of one partner on their way in one message. Each is in no other batch meanwhile, which keeps a variant's
 * records in order.
 *
 * @param subscriber under whose configuration the records were written
 */
record Batch(Subscriber subscriber, Delivery.Permit permit, List<Entry> entries, Message message) {

    /**
     * @param inDoubtBefore whether what the partner has of the variant was in doubt even before this attempt
     * @param cause the events that made it due
     */
    record Entry(ScopedVariant variant, Held.Attempt attempt, boolean inDoubtBefore, Cause cause) {}

    static Batch of(Subscriber subscriber, Delivery.Permit permit, List<Entry> entries, VariantsChanged body) {
        long latest = entries.stream()
                .mapToLong(entry -> entry.attempt().since())
                .max()
                .orElseThrow();
        String id = id(subscriber.partnerId(), entries);
        TraceParent trace =
                MessageTrace.of(id, entries.stream().map(Entry::cause).toList());
        return new Batch(
                subscriber, permit, List.copyOf(entries), new Message(id, body.json(latest), body.contents(), trace));
    }

    String partnerId() {
        return subscriber.partnerId();
    }

    List<ScopedVariant> variants() {
        return entries.stream().map(Entry::variant).toList();
    }

    /**
     * The message's id. It follows from what the message holds and when each part of that was first tried, so that
     * trying the same again gives the same id, and a record that returns to an earlier content doesn't: a receiver that
     * tells messages by their ids would drop it.
     */
    private static String id(String partnerId, List<Entry> entries) {
        MessageDigest digest = Hash.sha256();
        digest.update(partnerId.getBytes(StandardCharsets.US_ASCII));
        ByteBuffer fixed = ByteBuffer.allocate(1 + 5 * Long.BYTES);
        for (Entry entry : entries) {
            fixed.clear();
            fixed.put((byte) 0)
                    .putLong(entry.variant().companyId())
                    .putLong(entry.variant().locationId())
                    .putLong(entry.attempt().content().high())
                    .putLong(entry.attempt().content().low())
                    .putLong(entry.attempt().since());
            digest.update(fixed.array());
            digest.update(entry.variant().barcode().getBytes(StandardCharsets.US_ASCII));
        }
        return MessageId.of(digest.digest());
    }
}
