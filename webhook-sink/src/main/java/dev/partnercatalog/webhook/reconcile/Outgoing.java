package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Message;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.delivery.VariantsChanged;
import dev.partnercatalog.webhook.membership.Memberships.Membership;
import dev.partnercatalog.webhook.state.Acknowledged;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A message from when it is formed until its outcome is known. Meanwhile each of its variants is in no other, which keeps
 * a variant's records in order. Not thread-safe.
 */
final class Outgoing {

    /**
     * A variant in it.
     *
     * @param content hash of its record, {@link Hash#NONE} for its removal
     * @param before what the partner had of it by what was known before
     * @param forced whether it is sent even if the partner has it
     */
    record Part(Item item, Hash content, Acknowledged before, boolean forced) {

        ScopedVariant variant() {
            return item.variant;
        }

        private List<Object> identity() {
            return List.of(
                    variant().companyId(), variant().locationId(), variant().barcode(), content);
        }

        boolean says(Part other) {
            return variant().equals(other.variant()) && content.equals(other.content);
        }
    }

    /**
     * How often in a row an attempt with a message, or with one that it is a part of, has failed.
     *
     * @param since when it wasn't accepted first, in milliseconds since 1970; null if it was never tried
     */
    record Failures(int count, @Nullable Long since) {

        static final Failures NONE = new Failures(0, null);

        Failures and(Outcome outcome, long now) {
            boolean failed = outcome.mayBeOfRecord();
            boolean isFirst = since == null && (failed || outcome.result() == Outcome.Result.REFUSED);
            return new Failures(failed ? count + 1 : count, isFirst ? Long.valueOf(now) : since);
        }

        /** As one that may be suspected after others. */
        Failures later() {
            return new Failures(count + 1, since);
        }
    }

    /**
     * How it is sent.
     *
     * @param isUrgent whether it has changes, or was sent before
     * @param formed when it was formed, in milliseconds since 1970
     * @param time of the message, in milliseconds since 1970: later than that of any other, unless it says the same as one
     *     that was formed before
     */
    record Sending(
            Lane lane, MessageDelivery.Permit permit, boolean isUrgent, Failures failures, long formed, long time) {}

    final Feed feed;
    final Subscriber subscriber;
    final Sending sending;
    final List<Part> parts;
    final Message message;
    private MessageDelivery.@Nullable Attempt attempt;

    /** @param subscriber the partner, with the configuration under which its records were made */
    Outgoing(Feed feed, Subscriber subscriber, Sending sending, List<Part> parts, VariantsChanged body) {
        this.feed = feed;
        this.subscriber = subscriber;
        this.sending = sending;
        this.parts = List.copyOf(parts);
        this.message = new Message(id(), body.json(sending.time()), body.contents());
        parts.forEach(part -> part.item().message = this);
    }

    /** What may be put in doubt, and taken back. */
    List<Part> partsNotInDoubt() {
        return parts.stream().filter(part -> !part.before().inDoubt()).toList();
    }

    /**
     * It may be sent.
     *
     * @param ours whether this task may send from its partition
     * @param done receives the outcome, on any thread
     */
    void send(Membership ours, Consumer<Outcome> done) {
        Long since = sending.failures().since();
        attempt = sending.permit()
                .send(
                        message,
                        new MessageDelivery.Terms(
                                sending.isUrgent(), since == null ? null : Instant.ofEpochMilli(since), ours::holds),
                        done);
    }

    /** It is out of date, and isn't sent if that hasn't begun yet. */
    void outdate() {
        if (attempt != null) {
            attempt.outdate();
        }
    }

    void cancel() {
        if (attempt != null) {
            attempt.cancel();
        }
    }

    boolean isOutdated() {
        return parts.stream().anyMatch(part -> part.item().changed);
    }

    /**
     * The message's id. It follows from the message's content and time, so that the same message has the same id, but a
     * record that returns to earlier content has a new one: a receiver that identifies messages by their ids would drop it
     * otherwise.
     */
    private String id() {
        return Message.id(
                subscriber.partnerId(),
                subscriber.endpointVersion(),
                sending.time(),
                parts.stream().map(Part::identity).toList());
    }
}
