package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopeView;
import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.webhook.state.Both;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.subscription.Subscriber;
import org.jspecify.annotations.Nullable;

/** What a partner should have against what it has (D24). */
final class Comparison {

    private Comparison() {}

    /**
     * What the partner must be told to have what it should, null where there is nothing to tell.
     *
     * @param inDoubt whether what it has isn't known, whatever is held
     * @param anew whether it is told what it should have even if it has it
     */
    static @Nullable Difference difference(Subscriber subscriber, Both both, boolean inDoubt, boolean anew) {
        ScopedVariant variant = both.variant();
        ResolvedConfiguration configuration = both.image() == null ? null : subscriber.configuration(variant);
        if (configuration == null || both.image() == null) {
            return inDoubt || both.held().mayHaveAny() ? Difference.REMOVAL : null;
        }
        byte[] record = record(
                new VariantImage(both.image(), 0),
                new ScopeView(configuration, new Scope(variant.companyId(), variant.locationId())));
        Hash content = Hash.of(record);
        boolean same = !inDoubt && !anew && both.held().has(content, subscriber.endpointVersion());
        return same ? null : Difference.record(content, record);
    }

    private static byte[] record(VariantImage image, ScopeView view) {
        byte[] record = new byte[image.length(view)];
        int[] written = {0};
        image.writeTo(
                (source, offset, count) -> {
                    System.arraycopy(source, offset, record, written[0], count);
                    written[0] += count;
                },
                view);
        return record;
    }
}
