package dev.partnercatalog.streams.commit;

import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A stream thread's consumer. The thread polls when it has processed everything it had. */
final class PromptConsumer extends KafkaConsumer<byte[], byte[]> {

    private final BoundedRounds rounds = new BoundedRounds(System::nanoTime);
    private final Supplier<UncommittedWork> ofThread;

    PromptConsumer(Map<String, Object> properties, Supplier<UncommittedWork> ofThread) {
        super(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        this.ofThread = ofThread;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        UncommittedWork work = ofThread.get();
        rounds.end();
        ConsumerRecords<byte[], byte[]> records = super.poll(work.patience(timeout));
        if (records.isEmpty()) {
            work.idle();
        }
        return rounds.begin(this, records);
    }
}
