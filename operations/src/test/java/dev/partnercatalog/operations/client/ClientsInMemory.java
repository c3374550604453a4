package dev.partnercatalog.operations.client;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.operations.topic.TableInMemory;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;

/** Clients without a broker. */
public final class ClientsInMemory {

    public static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678901Z");

    private final TableInMemory<Client> clients = new TableInMemory<>(CatalogTopic.CLIENTS);
    private final TableInMemory<PartnerConfig> partners = new TableInMemory<>(CatalogTopic.PARTNER_CONFIGS);

    public ClientAdministration administration() {
        return new ClientAdministration(clients, partners, new SecureRandom(), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    public TableContents<Client> contents() {
        return clients.contents();
    }

    /** Makes the record under this id unreadable from now on. */
    public void spoil(String clientId) {
        clients.spoil(clientId);
    }

    public void webhookSecretRotated(String partnerId, int generation) {
        partners.put(
                partnerId,
                PartnerConfig.newBuilder()
                        .setRevision(1)
                        .setPartner(new Partner(partnerId, "", true, new WebhookSetting(false, ""), List.of()))
                        .setWebhookControl(WebhookControl.newBuilder()
                                .setSecretGeneration(generation)
                                .build())
                        .build());
    }

    public void put(Client client) {
        clients.put(client.getClientId(), client);
    }
}
