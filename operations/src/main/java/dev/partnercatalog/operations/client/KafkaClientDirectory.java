package dev.partnercatalog.operations.client;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.RecordTopic;
import dev.partnercatalog.operations.topic.TableContents;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.PartnerConfig;

/** The clients in their compacted topic, and the topic of the partners they belong to. Not thread-safe. */
record KafkaClientDirectory(RecordTopic<Client> topic, RecordTopic<PartnerConfig> partners) implements ClientDirectory {

    @Override
    public TableContents<Client> contents() {
        return topic.contents();
    }

    @Override
    public int webhookSecretGeneration(String partnerId) {
        TableContents<PartnerConfig> contents = partners.contents();
        contents.unreadable(partnerId).ifPresent(record -> {
            throw new OperatorFault("can't find out which webhook secret of partner " + partnerId + " signs: its"
                    + " configuration can't be read: " + record.text());
        });
        PartnerConfig config = contents.records().get(partnerId);
        return config == null ? 0 : config.getWebhookControl().getSecretGeneration();
    }

    @Override
    public void put(Client client) {
        topic.put(client.getClientId(), client);
    }
}
