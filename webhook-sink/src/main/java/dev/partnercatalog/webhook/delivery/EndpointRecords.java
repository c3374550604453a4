package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookEndpoint;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What this process or another has recorded last about the health of each partner's endpoint (D26). Thread-safe; writing is asynchronous and never waits.
 */
public interface EndpointRecords {

    /** Grows with each change, once the change can be read. */
    long version();

    /**
     * Returns what was recorded last about a partner's endpoint, null if there is nothing or it can't be read.
     *
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if it can't be read yet
     */
    @Nullable
    WebhookEndpoint of(String partnerId);

    /** The partners about which something is recorded. */
    Collection<String> partnerIds();

    /**
     * Records something in place of what was recorded last.
     *
     * @param written called once the record is durable; not called if a later record about the partner replaces it
     */
    void publish(String partnerId, WebhookEndpoint record, Runnable written);

    /** Deletes what is recorded about a partner's endpoint. */
    void forget(String partnerId);
}
