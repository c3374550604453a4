package dev.partnercatalog.runtime;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes it possible to close an application while its global stores are loaded. Kafka Streams can't be closed then, however
 * long loading takes or brokers are away, unless the consumer that loads them is woken up. Thread-safe.
 */
final class StoppableLoading implements KafkaClientSupplier {

    private final KafkaClientSupplier clients;
    private @Nullable Consumer<byte[], byte[]> loading;
    private boolean stopped;

    StoppableLoading(KafkaClientSupplier clients) {
        this.clients = clients;
    }

    /** Loading fails soon, now and from now on. */
    synchronized void stop() {
        stopped = true;
        if (loading != null) {
            loading.wakeup();
        }
    }

    @Override
    public synchronized Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        loading = clients.getGlobalConsumer(config);
        if (stopped) {
            loading.wakeup();
        }
        return loading;
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return clients.getAdmin(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return clients.getProducer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return clients.getConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return clients.getRestoreConsumer(config);
    }
}
