package dev.partnercatalog.webhook.membership;

import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A stream thread's producer. Kafka Streams flushes it first when it commits, and then records how far into the
 * changelogs the local stores reach. If another member has written to a changelog meanwhile, that record is wrong: a
 * local store would be considered newer than its successor's writes, and never get them. A flush therefore fails unless
 * the thread is still a member; the commit then fails with it, and the tasks are closed as lost.
 */
final class MemberProducer extends KafkaProducer<byte[], byte[]> {

    private final Supplier<@Nullable MemberConsumer> member;
    private final LateRows lateRows;

    /** @param member the consumer of the calling thread, null if it is not a stream thread */
    MemberProducer(Map<String, Object> properties, Supplier<@Nullable MemberConsumer> member, LateRows lateRows) {
        super(properties, new ByteArraySerializer(), new ByteArraySerializer());
        this.member = member;
        this.lateRows = lateRows;
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> row, @Nullable Callback callback) {
        return super.send(lateRows.ofGeneration(row), (metadata, fault) -> {
            if (fault == null) {
                lateRows.written(metadata);
            }
            if (callback != null) {
                callback.onCompletion(metadata, fault);
            }
        });
    }

    /**
     * @throws org.apache.kafka.streams.errors.TaskMigratedException if the group no longer includes this thread
     * @throws org.apache.kafka.common.errors.TimeoutException if the group doesn't answer
     */
    @Override
    public void flush() {
        super.flush();
        MemberConsumer asking = member.get();
        if (asking != null) {
            asking.requireHeld();
        }
    }
}
