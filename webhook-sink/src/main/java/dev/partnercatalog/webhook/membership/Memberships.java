package dev.partnercatalog.webhook.membership;

import dev.partnercatalog.runtime.CommitPace;
import dev.partnercatalog.runtime.StreamsClientSupplier;
import dev.partnercatalog.runtime.fetch.BoundedConsumers;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/**
 * Gives Kafka Streams the clients that it would make itself, but for those of the stream threads: the consumers
 * know whether their group still has them, and the producers are flushed for members alone. Thread-safe.
 */
public final class Memberships extends StreamsClientSupplier {

    @SuppressWarnings("ThreadLocalUsage") // there is one for each application
    private final ThreadLocal<MemberConsumer> ofThread = new ThreadLocal<>();

    @SuppressWarnings("ThreadLocalUsage") // as above
    private final ThreadLocal<CommitPace> paces = ThreadLocal.withInitial(() -> new CommitPace(System::nanoTime));

    /** How often the stream thread that asks may commit. */
    public CommitPace paceOfThisThread() {
        return paces.get();
    }

    /** That of the stream thread that asks. */
    public Membership ofThisThread() {
        return Objects.requireNonNull(ofThread.get(), "not a stream thread that has polled");
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return BoundedConsumers.bounded(new MemberConsumer(config, ofThread::set));
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new MemberProducer(config, ofThread::get);
    }
}
