package dev.partnercatalog.cli.client;

import dev.partnercatalog.cli.connection.RecordTopic;
import dev.partnercatalog.records.Client;
import java.util.Map;

/** The clients on their compacted topic. Not thread-safe. */
record KafkaClientDirectory(RecordTopic<Client> topic) implements ClientDirectory {

    @Override
    public Map<String, Client> all() {
        return topic.all();
    }

    @Override
    public void put(Client client) {
        topic.put(client.getClientId(), client);
    }
}
