package dev.partnercatalog.streams.commit;

import dev.partnercatalog.runtime.quarantine.SourcedProducer;
import dev.partnercatalog.streams.partition.InputIdentities;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** A stream thread's producer, whose transactions are the thread's commits. */
final class PromptProducer extends SourcedProducer {

    private final Supplier<UncommittedWork> ofThread;
    private final InputIdentities inputs;

    PromptProducer(Map<String, Object> properties, Supplier<UncommittedWork> ofThread, InputIdentities inputs) {
        super(properties);
        this.ofThread = ofThread;
        this.inputs = inputs;
    }

    @Override
    public void sendOffsetsToTransaction(
            Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata groupMetadata) {
        super.sendOffsetsToTransaction(inputs.marked(offsets), groupMetadata);
    }

    @Override
    public void commitTransaction() {
        super.commitTransaction();
        ofThread.get().committed();
    }
}
