package dev.partnercatalog.cli.client;

import dev.partnercatalog.operations.topic.RecordTopic;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;
import java.util.Map;

/** The clients on their compacted topic, beside that of the partners they belong to. Not thread-safe. */
record KafkaClientDirectory(RecordTopic<Client> topic, RecordTopic<PartnerConfig> partners) implements ClientDirectory {

    @Override
    public Map<String, Client> all() {
        return topic.all();
    }

    @Override
    public int webhookSecretGeneration(String partnerId) {
        PartnerConfig config = partners.all().get(partnerId);
        return config == null ? 0 : config.getWebhookControl().getSecretGeneration();
    }

    @Override
    public void put(Client client) {
        topic.put(client.getClientId(), client);
    }
}
