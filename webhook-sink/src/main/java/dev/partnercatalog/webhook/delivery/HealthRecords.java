package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookEndpoint;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The health of endpoints as this process or another has recorded it (D26). Thread-safe; writing is asynchronous and
 * never waits.
 */
public interface HealthRecords {

    /** Grows with each change, once the change can be read. */
    long version();

    /**
     * Returns what was last recorded about a partner's endpoint, null if nothing is known.
     *
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if it can't be read yet
     */
    @Nullable
    WebhookEndpoint of(String partnerId);

    /** The partners about which something is recorded. */
    Collection<String> partnerIds();

    void publish(WebhookEndpoint endpoint);

    /** Deletes what is recorded about a partner's endpoint. */
    void forget(String partnerId);
}
