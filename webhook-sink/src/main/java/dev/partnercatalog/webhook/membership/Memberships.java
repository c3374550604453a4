package dev.partnercatalog.webhook.membership;

import dev.partnercatalog.runtime.CommitPace;
import dev.partnercatalog.runtime.StreamsClientSupplier;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/**
 * Creates the same clients as Kafka Streams would, except for the stream threads': their consumers know whether they
 * are still members of the group, and their producers flush only for members. Thread-safe.
 */
public final class Memberships extends StreamsClientSupplier {

    @SuppressWarnings("ThreadLocalUsage") // there is one for each application
    private final ThreadLocal<MemberConsumer> ofThread = new ThreadLocal<>();

    @SuppressWarnings("ThreadLocalUsage") // as above
    private final ThreadLocal<CommitPace> paces = ThreadLocal.withInitial(() -> new CommitPace(System::nanoTime));

    /** How often the calling stream thread may commit. */
    public CommitPace paceOfThisThread() {
        return paces.get();
    }

    /** The membership of the calling stream thread. */
    public Membership ofThisThread() {
        return Objects.requireNonNull(ofThread.get(), "not a stream thread that has polled");
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new MemberConsumer(config, ofThread::set);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new MemberProducer(config, ofThread::get);
    }
}
