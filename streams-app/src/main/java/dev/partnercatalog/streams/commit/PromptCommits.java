package dev.partnercatalog.streams.commit;

import dev.partnercatalog.runtime.StreamsClientSupplier;
import dev.partnercatalog.streams.partition.InputIdentities;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Commits a moment after a stream thread has processed a record, instead of when the interval has passed. Each step of
 * an event through the resolver ends with a commit, so an interval would hold up each change once per step. A thread that
 * is behind isn't interrupted: it commits at the interval.
 *
 * <p>Gives Kafka Streams clients that report whether a thread is behind, and when it has committed.
 * Thread-safe.
 */
public final class PromptCommits extends StreamsClientSupplier {

    @SuppressWarnings("ThreadLocalUsage") // one per application
    private final ThreadLocal<UncommittedWork> ofThread =
            ThreadLocal.withInitial(() -> new UncommittedWork(System::nanoTime));

    private final InputIdentities inputs;
    private final Map<TopicPartition, Long> postponed = new ConcurrentHashMap<>();
    private final Map<TopicPartition, Integer> pollLimits = new ConcurrentHashMap<>();

    /** @param inputs the topics to which their owners may add partitions, and which they may make anew */
    public PromptCommits(InputIdentities inputs) {
        this.inputs = inputs;
    }

    /** The same processors, with their work committed promptly. */
    public <K, V, K2, V2> ProcessorSupplier<K, V, K2, V2> of(ProcessorSupplier<K, V, K2, V2> supplier) {
        return new ProcessorSupplier<>() {
            @Override
            public Processor<K, V, K2, V2> get() {
                return new PromptProcessor<>(supplier.get(), ofThread::get);
            }

            @Override
            public @Nullable Set<StoreBuilder<?>> stores() {
                return supplier.stores();
            }
        };
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        PollLimit pollLimit = new PollLimit(pollLimits, System::nanoTime);
        return new StreamThreadConsumer(config, pollLimit, ofThread::get, inputs, postponed);
    }

    @Override
    public Map<TopicPartition, Long> postponed() {
        return Map.copyOf(postponed);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        return new PromptProducer(config, ofThread::get, inputs);
    }
}
