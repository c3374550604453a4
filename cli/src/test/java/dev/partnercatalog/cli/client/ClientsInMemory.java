package dev.partnercatalog.cli.client;

import dev.partnercatalog.records.Client;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;

/** Clients without a broker. */
final class ClientsInMemory implements ClientDirectory {

    static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678901Z");

    private final Map<String, Integer> generations = new TreeMap<>();
    private final Map<String, Client> clients = new TreeMap<>();

    ClientAdministration administration() {
        return new ClientAdministration(this, new SecureRandom(), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Override
    public Map<String, Client> all() {
        return new TreeMap<>(clients);
    }

    @Override
    public int webhookSecretGeneration(String partnerId) {
        return generations.getOrDefault(partnerId, 0);
    }

    void webhookSecretRotated(String partnerId, int generation) {
        generations.put(partnerId, generation);
    }

    @Override
    public void put(Client client) {
        clients.put(client.getClientId(), client);
    }
}
