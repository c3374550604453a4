package dev.partnercatalog.webhook.membership;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates the same clients as Kafka Streams would, except for the stream threads': their consumers know whether they
 * are still members of the group, and their producers flush only for members. Thread-safe.
 */
public final class Memberships implements KafkaClientSupplier {

    @SuppressWarnings("ThreadLocalUsage") // there is one for each application
    private final ThreadLocal<MemberConsumer> ofThread = new ThreadLocal<>();

    @SuppressWarnings("ThreadLocalUsage") // as above
    private final ThreadLocal<CommitPace> paces = ThreadLocal.withInitial(() -> new CommitPace(System::nanoTime));

    private final LateRows lateRows;

    /** @param lateRows learns what the stream threads write */
    public Memberships(LateRows lateRows) {
        this.lateRows = lateRows;
    }

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
        return new MemberProducer(config);
    }

    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new RestoreConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /**
     * A stream thread's producer. Kafka Streams flushes it first when it commits, and then records how far into the
     * changelogs the local stores reach. If another member has written to a changelog meanwhile, that record is wrong: a
     * local store would be considered newer than its successor's writes, and never get them. A flush therefore fails unless
     * the thread is still a member; the commit then fails with it, and the tasks are closed as lost.
     */
    private final class MemberProducer extends KafkaProducer<byte[], byte[]> {

        MemberProducer(Map<String, Object> config) {
            super(config, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> row, @Nullable Callback callback) {
            ProducerRecord<byte[], byte[]> own = lateRows.ofGeneration(row);
            return super.send(own, (metadata, fault) -> {
                if (fault == null) {
                    lateRows.written(own, metadata);
                }
                if (callback != null) {
                    callback.onCompletion(metadata, fault);
                }
            });
        }

        @Override
        public void flush() {
            super.flush();
            MemberConsumer asking = ofThread.get(); // Null if it isn't a stream thread.
            if (asking != null) {
                asking.requireHeld();
            }
        }
    }

    /** Restores no row that a former owner of a partition wrote late. */
    private final class RestoreConsumer extends KafkaConsumer<byte[], byte[]> {

        RestoreConsumer(Map<String, Object> config) {
            super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        }

        @Override
        public void seek(TopicPartition changelog, long offset) {
            lateRows.restoresFrom(changelog, offset);
            super.seek(changelog, offset);
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            return lateRows.restored(super.poll(timeout));
        }
    }

    /**
     * Whether a stream thread is a member of its group, and therefore owns the partitions that it works on.
     *
     * <p>Kafka Streams' commits don't show this: with at-least-once, a commit doesn't involve the group if no task of the
     * thread has read anything since it was assigned. An instance that stood still for longer than its session, and lost
     * all its partitions, would commit as if nothing had happened, and learn of its loss only at its next poll. This class
     * asks the group.
     */
    public interface Membership {

        /**
         * Whether the group has confirmed the thread's membership within the last second, or confirms it now. Confined to the
         * stream thread.
         */
        boolean isConfirmed();

        /**
         * Whether the last confirmation is so recent that the group can't have ended the session since. Makes no request.
         * For any thread.
         */
        boolean holds();
    }
}
