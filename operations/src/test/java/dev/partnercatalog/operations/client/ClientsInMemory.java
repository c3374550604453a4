package dev.partnercatalog.operations.client;

import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Clients without a broker. */
public final class ClientsInMemory implements ClientDirectory {

    public static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678901Z");

    private final Map<String, Integer> generations = new TreeMap<>();
    private final Map<String, Client> clients = new TreeMap<>();
    private final List<UnreadableRecord> unreadable = new ArrayList<>();

    public ClientAdministration administration() {
        return new ClientAdministration(this, new SecureRandom(), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Override
    public TableContents<Client> contents() {
        return new TableContents<>(new TreeMap<>(clients), unreadable);
    }

    /** Makes the record under this id unreadable from now on. */
    public void spoil(String clientId) {
        clients.remove(clientId);
        unreadable.add(new UnreadableRecord(
                CatalogTopic.CLIENTS, 3, 88, clientId.getBytes(StandardCharsets.UTF_8), "it has no bytes"));
    }

    @Override
    public int webhookSecretGeneration(String partnerId) {
        return generations.getOrDefault(partnerId, 0);
    }

    public void webhookSecretRotated(String partnerId, int generation) {
        generations.put(partnerId, generation);
    }

    @Override
    public void put(Client client) {
        clients.put(client.getClientId(), client);
    }
}
