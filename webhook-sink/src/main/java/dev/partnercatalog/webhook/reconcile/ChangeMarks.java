package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.Collection;

/** Marks the variants whose records a change may have changed. */
record ChangeMarks(SinkState state, Configurations configurations, PartnerQueues queues) {

    /** What the partners of a scope, or of all scopes of a company, should have of a variant may have changed: one mark. */
    void mark(ScopedVariant variant, long time, PublicationTime eventTime) {
        boolean ofAll = variant.scope() instanceof Scope.AllOfCompany;
        Collection<Subscriber> subscribers = configurations.ofCompany(variant.companyId());
        boolean listed = !subscribers.isEmpty() && state.catalog().listings().contains(variant);
        for (Subscriber subscriber : subscribers) {
            String partnerId = subscriber.partnerId();
            DueQueue queue = queues.of(partnerId);
            boolean underIntent = ofAll
                    ? queue.variants().changeAll(variant)
                    : queue.variants().isUnderIntent(variant);
            boolean concerned = underIntent
                    || (listed && (ofAll || subscriber.configuration(variant) != null))
                    || queue.awaited().has(variant)
                    || state.mayHave(partnerId, variant);
            if (concerned) {
                state.marks().mark(partnerId, variant, time, eventTime);
                queue.markedLive(variant);
            }
        }
    }
}
