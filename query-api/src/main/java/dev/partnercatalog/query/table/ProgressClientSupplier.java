package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.StreamsClientSupplier;
import dev.partnercatalog.runtime.fetch.BoundedConsumers;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/**
 * Gives Kafka Streams its usual clients, but with consumers that report their progress: Streams itself only shows
 * committed offsets, which don't advance if a topic's last entries aren't records. Instantiated by Kafka Streams.
 */
public final class ProgressClientSupplier extends StreamsClientSupplier implements Configurable {

    private static final String PROGRESS = "catalog.table.state";

    private @Nullable TableState progress;

    /** Makes an application with these properties report to {@code progress}. */
    static void applyTo(Map<Object, Object> properties, TableState progress) {
        properties.put(StreamsConfig.DEFAULT_CLIENT_SUPPLIER_CONFIG, ProgressClientSupplier.class);
        properties.put(PROGRESS, progress);
    }

    @Override
    public void configure(Map<String, ?> configs) {
        progress = (TableState) configs.get(PROGRESS);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return BoundedConsumers.bounded(new ProgressConsumer(config, tables()));
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return BoundedConsumers.bounded(new GlobalProgressConsumer(config, tables().global()));
    }

    private TableState tables() {
        TableState tables = progress;
        if (tables == null) {
            throw new IllegalStateException("not configured");
        }
        return tables;
    }
}
