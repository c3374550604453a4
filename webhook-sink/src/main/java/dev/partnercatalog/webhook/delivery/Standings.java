package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookEndpoint;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * How endpoints stand as far as it was written down, by this process or another (D26). Thread-safe; writing is
 * asynchronous and never waits.
 */
public interface Standings {

    /** Grows with each change, after the change can be read. */
    long version();

    /**
     * What was written last of a partner's endpoint, null where nothing is known.
     *
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException where that can't be read yet
     */
    @Nullable
    WebhookEndpoint of(String partnerId);

    /** The partners of which something was written. */
    Collection<String> partnerIds();

    void publish(WebhookEndpoint standing);

    /** Takes back what was written of a partner's endpoint. */
    void forget(String partnerId);
}
