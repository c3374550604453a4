package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.delivery.EndpointRecords;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The topic with the health of partners' endpoints: every instance holds all of it, and the journal writes what this one
 * finds out. Thread-safe once its table is bound.
 */
public final class JournaledTable implements EndpointRecords {

    private final GlobalTable<WebhookEndpoint> table;
    private final Journal journal;
    private final int partitions;
    private final ConcurrentMap<String, Long> versions = new ConcurrentHashMap<>();

    public JournaledTable(SchemaRegistry registry, TopicSettings topics, Journal journal) {
        this.table = new GlobalTable<>(
                CatalogTopic.WEBHOOK_ENDPOINTS, WebhookEndpoint.class, registry, topics.prefix(), topics.partitions());
        this.journal = journal;
        this.partitions = topics.partitions();
        table.onChange(key -> versions.merge(partnerId(key), 1L, Long::sum));
    }

    /** What the topic holds, to be added to an application and bound to it. */
    public GlobalTable<WebhookEndpoint> table() {
        return table;
    }

    @Override
    public int partitions() {
        return partitions;
    }

    @Override
    public long version(String partnerId) {
        return versions.getOrDefault(partnerId, 0L);
    }

    @Override
    public @Nullable WebhookEndpoint of(String partnerId, int partition) {
        return table.get(key(partnerId, partition));
    }

    @Override
    public boolean isRecorded(String partnerId, int partition) {
        String key = key(partnerId, partition);
        return table.get(key) != null || table.isUnreadable(key);
    }

    @Override
    public Set<String> partnerIds() {
        return table.keys().stream().map(JournaledTable::partnerId).collect(Collectors.toSet());
    }

    @Override
    public void publish(WebhookEndpoint record) {
        journal.publish(key(record.getPartnerId(), record.getPartition()), record);
    }

    @Override
    public void delete(String partnerId, int partition) {
        journal.publish(key(partnerId, partition), null);
    }

    private static String key(String partnerId, int partition) {
        return partnerId + "/" + partition;
    }

    private static String partnerId(String key) {
        int slash = key.lastIndexOf('/');
        return slash < 0 ? key : key.substring(0, slash);
    }
}
