package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.webhook.delivery.EndpointRecords;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * A topic of records about partners' endpoints: every instance holds all of it, and the journal writes what this one
 * finds out. Thread-safe once its table is bound.
 */
public final class JournaledTable<T extends SpecificRecord> implements EndpointRecords<T> {

    private final CatalogTopic topic;
    private final GlobalTable<T> table;
    private final Journal journal;

    public JournaledTable(
            CatalogTopic topic, Class<T> type, SchemaRegistry registry, TopicSettings topics, Journal journal) {
        this.topic = topic;
        this.table = new GlobalTable<>(topic, type, registry, topics.prefix(), topics.partitions());
        this.journal = journal;
    }

    /** What the topic holds, to be added to an application and bound to it. */
    public GlobalTable<T> table() {
        return table;
    }

    @Override
    public long version() {
        return table.version();
    }

    @Override
    public @Nullable T of(String partnerId) {
        return table.get(partnerId);
    }

    @Override
    public List<String> partnerIds() {
        return table.keys();
    }

    @Override
    public void publish(String partnerId, T record, Runnable written) {
        journal.publish(topic, partnerId, record, written);
    }

    @Override
    public void forget(String partnerId) {
        journal.publish(topic, partnerId, null, () -> {});
    }
}
