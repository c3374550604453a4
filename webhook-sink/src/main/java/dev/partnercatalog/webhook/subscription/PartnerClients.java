package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/** The partners that have an API client. Thread-safe once bound. */
public final class PartnerClients {

    private final GlobalTable<Client> table;

    public PartnerClients(SchemaRegistry registry, TopicSettings topics) {
        table = new GlobalTable<>(CatalogTopic.CLIENTS, Client.class, registry, topics.prefix(), topics.partitions());
    }

    void addTo(Topology topology, UnreadableRecords unreadable) {
        table.addTo(topology, unreadable);
    }

    void bind(Function<String, ReadOnlyKeyValueStore<String, byte[]>> stores) {
        table.bind(stores);
    }

    /** Includes partners whose clients are all disabled: they got their webhook secret. */
    Set<String> partnerIds() {
        return table.keys().stream()
                .map(table::get)
                .filter(Objects::nonNull)
                .map(Client::getPartnerId)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Increases with each change, after the change can be read. */
    long version() {
        return table.version();
    }
}
