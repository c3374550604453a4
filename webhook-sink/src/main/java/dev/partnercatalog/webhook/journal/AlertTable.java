package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.records.WebhookAlert;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.alert.RecordedAlerts;
import java.util.List;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;

/**
 * The topic of alerts: every instance holds all of it and writes the alerts of the partners that it is responsible for.
 * Thread-safe once bound.
 */
public final class AlertTable implements RecordedAlerts {

    private final GlobalTable<WebhookAlert> table;
    private final Journal journal;

    public AlertTable(SchemaRegistry registry, TopicSettings topics, Journal journal) {
        this.table = new GlobalTable<>(
                CatalogTopic.WEBHOOK_ALERTS, WebhookAlert.class, registry, topics.prefix(), topics.partitions());
        this.journal = journal;
    }

    /** Adds the table to an application that is not built yet. */
    public void addTo(Topology topology, UnreadableRecords unreadable) {
        table.addTo(topology, unreadable);
    }

    /** Connects the table with its running application. */
    public void bind(KafkaStreams streams) {
        table.bind(streams);
    }

    @Override
    public @Nullable WebhookAlert of(String partnerId) {
        return table.get(partnerId);
    }

    @Override
    public List<String> partnerIds() {
        return table.keys();
    }

    @Override
    public void publish(WebhookAlert alert, Runnable written) {
        journal.publish(alert.getPartnerId(), alert, written);
    }

    @Override
    public void forget(String partnerId) {
        journal.publish(partnerId, null, () -> {});
    }
}
