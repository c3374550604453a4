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
    private volatile @Nullable Consumer<byte[], byte[]> loading;

    StoppableLoading(KafkaClientSupplier clients) {
        this.clients = clients;
    }

    /**
     * Makes loading fail soon, if there is anything to load; returns whether there is. If it was done just now, what
     * follows it fails, which is no different for an application that is being closed.
     */
    boolean stop() {
        Consumer<byte[], byte[]> woken = loading;
        if (woken != null) {
            woken.wakeup();
        }
        return woken != null;
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        Consumer<byte[], byte[]> made = clients.getGlobalConsumer(config);
        loading = made;
        return made;
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
