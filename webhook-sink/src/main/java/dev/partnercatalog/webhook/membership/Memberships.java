package dev.partnercatalog.webhook.membership;

import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * Gives Kafka Streams the clients that it would make itself, but for those of the stream threads: the consumers
 * know whether their group still has them, and the producers are flushed for members alone. Thread-safe.
 */
public final class Memberships implements KafkaClientSupplier {

    private final ThreadLocal<MemberConsumer> ofThread = new ThreadLocal<>();

    /** That of the stream thread that asks. */
    public Membership ofThisThread() {
        return Objects.requireNonNull(ofThread.get(), "not a stream thread that has polled");
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new MemberConsumer(config, ofThread::set);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return reader(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return reader(config);
    }

    private static Consumer<byte[], byte[]> reader(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new MemberProducer(config, ofThread::get);
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }
}
