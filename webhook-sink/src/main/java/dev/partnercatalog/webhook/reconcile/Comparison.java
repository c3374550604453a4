package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.resolution.RecordMembers;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.webhook.state.Acknowledged.Receipt;
import dev.partnercatalog.webhook.state.FieldHashes;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.ListedAndAcknowledged;
import dev.partnercatalog.webhook.state.Said;
import dev.partnercatalog.webhook.subscription.ContentSettings;
import dev.partnercatalog.webhook.subscription.Subscriber;
import org.jspecify.annotations.Nullable;

/** Compares what a partner should have with what it has (D24). */
final class Comparison {

    private static final Comparison NOTHING = new Comparison(null, null);

    private final @Nullable Diff diff;
    private final @Nullable Receipt renewed;

    private Comparison(@Nullable Diff diff, @Nullable Receipt renewed) {
        this.diff = diff;
        this.renewed = renewed;
    }

    /** What must be sent so that the partner has what it should have, null if there is nothing to send. */
    @Nullable
    Diff diff() {
        return diff;
    }

    /**
     * The receipt under the partner's present settings, if there is nothing to send but the acknowledged receipt is from
     * other settings; otherwise null.
     */
    @Nullable
    Receipt renewed() {
        return renewed;
    }

    /**
     * Compares one variant.
     *
     * @param views of the partner's scopes
     * @param inDoubt whether it isn't known what the partner has, whatever it acknowledged
     * @param anew whether the record is sent even if the partner has it
     * @param before what was said by the message that this one repeats, unless something has changed since; null if
     *     there is none
     */
    static Comparison of(
            Subscriber subscriber,
            ScopeViews views,
            ListedAndAcknowledged both,
            boolean inDoubt,
            boolean anew,
            @Nullable Said before) {
        byte[] whole = both.image() == null ? null : whole(subscriber, views, both.variant(), both.image());
        if (whole == null) {
            return inDoubt || both.acknowledged().mayHaveAny() ? new Comparison(Diff.REMOVAL, null) : NOTHING;
        }
        ContentSettings wanted = subscriber.content();
        byte[] record = RecordMembers.select(whole, wanted.fields());
        Hash content = Hash.of(record);
        Receipt has = inDoubt || anew ? null : both.acknowledged().known(subscriber.endpointVersion());
        if (has != null && has.content().equals(content) && isAsWanted(has, wanted)) {
            return NOTHING;
        }
        Receipt should = new Receipt(
                content,
                subscriber.endpointVersion(),
                wanted.fields(),
                wanted.namesChanges() ? FieldHashes.of(record) : null);
        return has != null && isSame(has, should, whole)
                ? new Comparison(null, has.renewedAs(should))
                : new Comparison(Diff.record(should, changed(has, should, before), record), null);
    }

    /** Whether the acknowledged receipt covers what the settings ask for. */
    private static boolean isAsWanted(Receipt has, ContentSettings wanted) {
        return has.fields().equals(wanted.fields()) && (has.hashes() != null) == wanted.namesChanges();
    }

    /** If a record with more fields was accepted and still holds, these fields of it do too. */
    private static boolean isSame(Receipt has, Receipt should, byte[] whole) {
        return (has.content().equals(should.content()) && !has.mayHaveMoreOf(should.fields()))
                || (!has.fields().equals(should.fields())
                        && has.fields().hasAll(should.fields())
                        && has.content().equals(Hash.of(RecordMembers.select(whole, has.fields()))));
    }

    /** A message that is sent again lists the same fields, so that it can count as the same one. */
    private static @Nullable RecordFields changed(@Nullable Receipt has, Receipt should, @Nullable Said before) {
        if (should.hashes() == null) {
            return null;
        }
        RecordFields changed;
        if (before != null && before.content().equals(should.content())) {
            changed = before.changed();
        } else {
            changed = has == null || has.hashes() == null ? null : changed(has, has.hashes(), should, should.hashes());
        }
        return changed == null ? null : changed.and(should.fields());
    }

    private static RecordFields changed(Receipt has, FieldHashes before, Receipt should, FieldHashes after) {
        RecordFields changed = before.changedIn(after);
        return has.mayHaveMoreOf(should.fields()) ? changed.or(should.fields().without(has.fields())) : changed;
    }

    /**
     * The hash of the record that the partner should have of a listed variant, null if it may not see the scope or has
     * chosen other variant types.
     */
    static @Nullable Hash content(Subscriber subscriber, ScopeViews views, ScopedVariant variant, byte[] image) {
        byte[] whole = whole(subscriber, views, variant, image);
        return whole == null
                ? null
                : Hash.of(RecordMembers.select(whole, subscriber.content().fields()));
    }

    /** The record with every field; null if the partner should have none. */
    private static byte @Nullable [] whole(
            Subscriber subscriber, ScopeViews views, ScopedVariant variant, byte[] bytes) {
        ScopeView view = views.of(subscriber, variant);
        if (view == null) {
            return null;
        }
        VariantImage image = new VariantImage(bytes, 0);
        return subscriber.content().sends(image) ? record(image, view) : null;
    }

    private static byte[] record(VariantImage image, ScopeView view) {
        GrowingBytes record = new GrowingBytes(image.size());
        image.writeTo(record, view);
        return record.toArray();
    }
}
