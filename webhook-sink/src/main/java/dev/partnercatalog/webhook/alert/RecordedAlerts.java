package dev.partnercatalog.webhook.alert;

import dev.partnercatalog.records.WebhookAlert;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The newest alert about each partner's endpoint that this process or another has recorded. Thread-safe; writing is
 * asynchronous and never waits.
 */
public interface RecordedAlerts {

    /**
     * Returns the alert that was recorded last, null if there is none or it can't be read.
     *
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if it can't be read yet
     */
    @Nullable
    WebhookAlert of(String partnerId);

    /** The partners with a recorded alert. */
    Collection<String> partnerIds();

    /**
     * Records an alert in place of the partner's last one.
     *
     * @param written called once the record is durable; not called if a later alert about the partner replaces it
     */
    void publish(WebhookAlert alert, Runnable written);

    /** Deletes the record. */
    void forget(String partnerId);
}
