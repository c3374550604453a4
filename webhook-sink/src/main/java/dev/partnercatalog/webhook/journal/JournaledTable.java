package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.delivery.EndpointRecords;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The topic with the health of partners' endpoints: every instance holds all of it, and the journal writes what this one
 * finds out. Thread-safe once its table is bound.
 */
public final class JournaledTable implements EndpointRecords {

    private final GlobalTable<WebhookEndpoint> table;
    private final Journal journal;

    public JournaledTable(SchemaRegistry registry, TopicSettings topics, Journal journal) {
        this.table = new GlobalTable<>(
                CatalogTopic.WEBHOOK_ENDPOINTS, WebhookEndpoint.class, registry, topics.prefix(), topics.partitions());
        this.journal = journal;
    }

    /** What the topic holds, to be added to an application and bound to it. */
    public GlobalTable<WebhookEndpoint> table() {
        return table;
    }

    @Override
    public long version() {
        return table.version();
    }

    @Override
    public @Nullable WebhookEndpoint of(String partnerId) {
        return table.get(partnerId);
    }

    @Override
    public List<String> partnerIds() {
        return table.keys();
    }

    @Override
    public void publish(String partnerId, WebhookEndpoint record, Runnable written) {
        journal.publish(partnerId, record, written);
    }

    @Override
    public void forget(String partnerId) {
        journal.publish(partnerId, null, () -> {});
    }
}
