package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * What is recorded about partners' endpoints: one record for each partition whose owner has found out anything (D26).
 * Thread-safe; writing is asynchronous and never waits.
 */
public interface EndpointRecords {

    int partitions();

    /** Grows with each change of a partner's records, once the change can be read. */
    long version(String partnerId);

    /**
     * Returns what the owner of a partition recorded last about a partner's endpoint, null if there is nothing or it can't
     * be read.
     *
     * @throws RegistryUnavailableException if it can't be read yet
     */
    @Nullable
    WebhookEndpoint of(String partnerId, int partition);

    /** Whether something is recorded, even if it can't be read. */
    boolean isRecorded(String partnerId, int partition);

    Collection<String> partnerIds();

    /** Records something in place of what was recorded last about the same partner and partition. */
    void publish(WebhookEndpoint record);

    void delete(String partnerId, int partition);
}
