package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.fetch.BoundedConsumers;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Clients for what watches over an application, with the application's connection settings.
 *
 * @param clientId the id of the clients
 */
record WatchClients(StreamsConfig config, String clientId) {

    private static final int ADMIN_TIMEOUT_MS = 10_000;

    /** The configuration of an admin client. */
    Map<String, Object> admin() {
        Map<String, Object> admin = config.getAdminConfigs(clientId);
        // The application waits for the first check.
        admin.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ADMIN_TIMEOUT_MS);
        admin.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ADMIN_TIMEOUT_MS);
        return admin;
    }

    /** A consumer outside of any group. */
    Consumer<byte[], byte[]> reader() {
        Map<String, Object> properties = config.getRestoreConsumerConfigs(clientId);
        return BoundedConsumers.bounded(
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }
}
