package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.webhook.alert.EndpointAlerts;
import dev.partnercatalog.webhook.delivery.Endpoints;
import dev.partnercatalog.webhook.journal.AlertTable;
import java.time.Duration;
import java.util.Set;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for alerts that are due, twice a second, on a thread of its own. The instance that has the partition of a partner's
 * id tells of that partner.
 */
final class AlertWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AlertWatch.class);
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final StreamsApplication application;
    private final Endpoints endpoints;
    private final AlertTable told;
    private final int partitions;
    private final EndpointAlerts alerts;
    private final PeriodicTask task = new PeriodicTask("webhook-alerts", INTERVAL, this::look);

    // Of the task's thread alone.
    private boolean bound;
    private boolean waiting;

    /** @param partitions that the topics have */
    AlertWatch(
            StreamsApplication application,
            Endpoints endpoints,
            AlertTable told,
            int partitions,
            EndpointAlerts alerts) {
        this.application = application;
        this.endpoints = endpoints;
        this.told = told;
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
                told.bind(application.streams());
                bound = true;
            }
            Set<Integer> owned = WebhookSink.partitions(application);
            alerts.look(partnerId -> owned.contains(Partitioning.byKey(partnerId, partitions)), endpoints.states());
            waiting = false;
        } catch (RegistryUnavailableException e) {
            if (!waiting) {
                LOG.warn("alerts to the operator wait: {}", e.getMessage());
            }
            waiting = true;
        } catch (InvalidStateStoreException e) {
            LOG.debug("alerts to the operator wait, as the application stops or starts anew", e);
        }
    }

    @Override
    public void close() {
        task.close();
    }
}
