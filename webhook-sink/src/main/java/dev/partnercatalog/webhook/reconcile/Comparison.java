package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.ResolvedConfiguration;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.Held;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import org.jspecify.annotations.Nullable;

/** What a partner should have against what it has (D24). */
final class Comparison {

    private final SinkState state;

    Comparison(SinkState state) {
        this.state = state;
    }

    /** Whether there is anything to tell, which costs less to know than what it is. */
    boolean differs(Subscriber subscriber, ScopedVariant variant, Held held) {
        boolean differsWhateverItSays = !held.isKnownAt(subscriber.endpointHash())
                && subscriber.configuration(variant) != null
                && state.isDeliverable(variant);
        return differsWhateverItSays || difference(subscriber, variant, held) != null;
    }

    /** What the partner must be told to have what it should, null where there is nothing to tell. */
    @Nullable
    Difference difference(Subscriber subscriber, ScopedVariant variant, Held held) {
        ResolvedConfiguration configuration = subscriber.configuration(variant);
        ResolvedVariant listed = configuration == null ? null : state.listed(variant);
        if (configuration == null || listed == null) {
            return held.mayHaveAny() ? Difference.REMOVAL : null;
        }
        byte[] record = PartnerView.json(
                variant.barcode(),
                VariantRecords.entry(listed),
                configuration,
                new Scope(variant.companyId(), variant.locationId()));
        Hash content = Hash.of(record);
        return held.has(content, subscriber.endpointHash()) ? null : Difference.record(content, record);
    }
}
