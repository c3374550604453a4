package dev.partnercatalog.webhook.alert;

import dev.partnercatalog.records.WebhookAlert;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The newest alert about each partner's endpoint, as far as it was written down by this process or another. Thread-safe;
 * writing is asynchronous and never waits.
 */
public interface ToldAlerts {

    /**
     * What was written last, null where nothing was, or it can't be read.
     *
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException where that can't be read yet
     */
    @Nullable
    WebhookAlert of(String partnerId);

    /** The partners of which something was written. */
    Collection<String> partnerIds();

    /**
     * Writes down an alert in place of the partner's last one.
     *
     * @param written called once it is safe; not called where a later alert of the partner takes its place
     */
    void publish(WebhookAlert alert, Runnable written);

    /** Takes back what was written. */
    void forget(String partnerId);
}
