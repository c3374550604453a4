package dev.partnercatalog.webhook;

import dev.partnercatalog.records.WebhookAlert;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.webhook.alert.EndpointAlerts;
import dev.partnercatalog.webhook.delivery.Endpoints;
import dev.partnercatalog.webhook.journal.JournaledTable;
import java.time.Duration;
import java.util.Set;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks for due alerts twice a second, on its own thread. The instance that owns the partition of a partner's id sends
 * the alerts about that partner.
 */
final class AlertWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AlertWatch.class);
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final StreamsApplication application;
    private final Endpoints endpoints;
    private final JournaledTable<WebhookAlert> recorded;
    private final int partitions;
    private final EndpointAlerts alerts;
    private final PeriodicTask task = new PeriodicTask("webhook-alerts", INTERVAL, this::look);

    // Used only by the task's thread.
    private boolean bound;
    private boolean waiting;

    /** @param partitions number of partitions of the topics */
    AlertWatch(
            StreamsApplication application,
            Endpoints endpoints,
            JournaledTable<WebhookAlert> recorded,
            int partitions,
            EndpointAlerts alerts) {
        this.application = application;
        this.endpoints = endpoints;
        this.recorded = recorded;
        this.partitions = partitions;
        this.alerts = alerts;
    }

    void start() {
        task.start();
    }

    private void look() {
        if (!application.streams().state().isRunningOrRebalancing() || !endpoints.isConfigured()) {
            return;
        }
        try {
            if (!bound) {
                recorded.table().bind(application.streams());
                bound = true;
            }
            Set<Integer> owned = WebhookSink.partitions(application);
            alerts.look(partnerId -> owned.contains(Partitioning.byKey(partnerId, partitions)), endpoints.states());
            waiting = false;
        } catch (RegistryUnavailableException e) {
            if (!waiting) {
                LOG.warn("operator alerts are delayed: {}", e.getMessage());
            }
            waiting = true;
        } catch (InvalidStateStoreException e) {
            LOG.debug("operator alerts are delayed while the application stops or restarts", e);
        }
    }

    @Override
    public void close() {
        task.close();
    }
}
