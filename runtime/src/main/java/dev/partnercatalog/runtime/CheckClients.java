package dev.partnercatalog.runtime;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.StreamsConfig;

/** Clients for the checks of an application, with the application's connection settings. */
final class CheckClients implements AutoCloseable {

    private static final int ADMIN_TIMEOUT_MS = 10_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    final String group;
    final Admin admin;
    private final StreamsConfig config;

    CheckClients(StreamsConfig config) {
        this.config = config;
        group = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        Map<String, Object> adminConfig = config.getAdminConfigs(group + "-health");
        // The application waits for the first check.
        adminConfig.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, ADMIN_TIMEOUT_MS);
        adminConfig.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ADMIN_TIMEOUT_MS);
        admin = Admin.create(adminConfig);
    }

    /** A consumer outside of any group. */
    Consumer<byte[], byte[]> reader() {
        Map<String, Object> properties = config.getRestoreConsumerConfigs(group + "-health");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
        admin.close(CLOSE_TIMEOUT);
    }
}
