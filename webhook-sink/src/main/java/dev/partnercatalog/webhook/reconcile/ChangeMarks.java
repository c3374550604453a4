package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.Collection;

/** Marks the variants whose records a change may have changed. */
record ChangeMarks(SinkState state, Configurations configurations, PartnerQueues queues) {

    /** What a scope's partners should have of a variant may have changed. */
    void mark(ScopedVariant variant, long time, Cause cause) {
        Collection<Subscriber> subscribers = configurations.ofCompany(variant.companyId());
        boolean listed = !subscribers.isEmpty() && state.catalog().listings().contains(variant);
        for (Subscriber subscriber : subscribers) {
            String partnerId = subscriber.partnerId();
            DueQueue queue = queues.of(partnerId);
            boolean concerned = (listed && subscriber.configuration(variant) != null)
                    || queue.isUnderIntent(variant)
                    || queue.awaited().has(variant)
                    || state.held(partnerId, variant).mayHaveAny();
            if (concerned) {
                state.marks().mark(partnerId, variant, time, cause);
                queue.markedLive(variant);
            }
        }
    }

    /** The same, for all scopes of a company: one mark per partner, however many scopes there are. */
    void markEverywhere(ScopedVariant everywhere, long time, Cause cause) {
        Collection<Subscriber> subscribers = configurations.ofCompany(everywhere.companyId());
        boolean listed = !subscribers.isEmpty()
                && state.catalog().listings().containsAnywhere(everywhere.companyId(), everywhere.barcode());
        for (Subscriber subscriber : subscribers) {
            String partnerId = subscriber.partnerId();
            DueQueue queue = queues.of(partnerId);
            boolean underIntent = queue.changeEverywhere(everywhere);
            if (listed
                    || underIntent
                    || queue.awaited().has(everywhere)
                    || state.isHeldAnywhere(partnerId, everywhere.companyId(), everywhere.barcode())) {
                state.marks().mark(partnerId, everywhere, time, cause);
                queue.markedLive(everywhere);
            }
        }
    }
}
