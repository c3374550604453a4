package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.delivery.HealthRecords;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import org.jspecify.annotations.Nullable;

/** The topic of endpoints: every instance holds all of it and writes what it finds out. Thread-safe once bound. */
public final class EndpointTable implements HealthRecords {

    private final GlobalTable<WebhookEndpoint> table;
    private final Journal journal;

    public EndpointTable(SchemaRegistry registry, TopicSettings topics, Journal journal) {
        this.table = new GlobalTable<>(
                CatalogTopic.WEBHOOK_ENDPOINTS, WebhookEndpoint.class, registry, topics.prefix(), topics.partitions());
        this.journal = journal;
    }

    /** Adds the table to an application that is not built yet. */
    public void addTo(Topology topology, UnreadableRecords unreadable) {
        table.addTo(topology, unreadable);
    }

    /** Connects the table with the application's stores, which are found by name. */
    public void bind(Function<String, ReadOnlyKeyValueStore<String, byte[]>> stores) {
        table.bind(stores);
    }

    @Override
    public long version() {
        return table.version();
    }

    /** What can't be read counts as unknown: an attempt will show the state of the endpoint. */
    @Override
    public @Nullable WebhookEndpoint of(String partnerId) {
        return table.get(partnerId);
    }

    @Override
    public List<String> partnerIds() {
        return table.keys();
    }

    @Override
    public void publish(WebhookEndpoint endpoint) {
        journal.publish(endpoint.getPartnerId(), endpoint);
    }

    @Override
    public void forget(String partnerId) {
        journal.publish(partnerId, null);
    }
}
