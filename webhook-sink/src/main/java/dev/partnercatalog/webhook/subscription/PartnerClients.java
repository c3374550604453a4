package dev.partnercatalog.webhook.subscription;

import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.table.GlobalTable;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;

/**
 * The partners that have an API client. Clients that are disabled count: their partners got their webhook secret. Not
 * thread-safe, except that the table changes on another thread.
 */
public final class PartnerClients {

    private final GlobalTable<Client> table;
    private final Map<String, String> partnerByClient = new HashMap<>();
    private final Map<String, Integer> clientsByPartner = new HashMap<>();

    public PartnerClients(SchemaRegistry registry, TopicSettings topics) {
        table = new GlobalTable<>(CatalogTopic.CLIENTS, Client.class, registry, topics.prefix(), topics.partitions());
    }

    void addTo(Topology topology, UnreadableRecords unreadable) {
        table.addTo(topology, unreadable);
    }

    void bind(Function<String, ReadOnlyKeyValueStore<String, byte[]>> stores) {
        table.bind(stores);
    }

    /** Calls the listener with each client that changes; it must not wait. */
    void onChange(Consumer<String> listener) {
        table.onChange(listener);
    }

    void onApplied(GlobalTable.Applied listener) {
        table.onApplied(listener);
    }

    List<String> clientIds() {
        return table.keys();
    }

    /**
     * Reads a client that may have changed. Returns the partners that it concerns.
     *
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if it can't be read yet
     */
    List<String> read(String clientId) {
        Client client = table.read(clientId);
        String after = client == null ? null : client.getPartnerId();
        String before = after == null ? partnerByClient.remove(clientId) : partnerByClient.put(clientId, after);
        if (Objects.equals(before, after)) {
            return List.of();
        }
        if (before != null) {
            clientsByPartner.computeIfPresent(before, (id, clients) -> clients == 1 ? null : clients - 1);
        }
        if (after != null) {
            clientsByPartner.merge(after, 1, Integer::sum);
        }
        return Stream.of(before, after).filter(Objects::nonNull).toList();
    }

    boolean has(String partnerId) {
        return clientsByPartner.containsKey(partnerId);
    }
}
