package dev.partnercatalog.streams.commit;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Commits a moment after a stream thread has processed a record, instead of when the interval has passed. Each step of
 * an event through the resolver ends with a commit, so an interval would hold up each change once per step. A thread that
 * is behind isn't interrupted: it commits at the interval. Thread-safe.
 */
public final class PromptCommits {

    private static final String CONFIG = "catalog.prompt-commits";

    @SuppressWarnings("ThreadLocalUsage") // one per application
    private final ThreadLocal<UncommittedWork> ofThread =
            ThreadLocal.withInitial(() -> new UncommittedWork(System::nanoTime));

    /** Lets it know how much the threads of an application with these properties find when they poll. */
    public void applyTo(Map<Object, Object> properties) {
        properties.put(CONFIG, this);
        properties.put(
                StreamsConfig.mainConsumerPrefix(ConsumerConfig.INTERCEPTOR_CLASSES_CONFIG), List.of(Polls.class));
    }

    /** The same processors, each the first one after its sources, with their work committed promptly. */
    public <K, V, K2, V2> ProcessorSupplier<K, V, K2, V2> of(ProcessorSupplier<K, V, K2, V2> supplier) {
        return new ProcessorSupplier<>() {
            @Override
            public Processor<K, V, K2, V2> get() {
                return new PromptProcessor<>(supplier.get());
            }

            @Override
            public @Nullable Set<StoreBuilder<?>> stores() {
                return supplier.stores();
            }
        };
    }

    private final class PromptProcessor<K, V, K2, V2> implements Processor<K, V, K2, V2> {

        private final Processor<K, V, K2, V2> processor;
        private @Nullable ProcessorContext<K2, V2> context;

        PromptProcessor(Processor<K, V, K2, V2> processor) {
            this.processor = processor;
        }

        @Override
        public void init(ProcessorContext<K2, V2> tasks) {
            context = tasks;
            processor.init(tasks);
        }

        @Override
        public void process(Record<K, V> record) {
            UncommittedWork work = ofThread.get();
            work.requireShortRound();
            try {
                processor.process(record);
            } finally {
                // A rejected record becomes a dead letter in the same transaction.
                work.add(Objects.requireNonNull(context));
            }
        }

        @Override
        public void close() {
            if (context != null) {
                ofThread.get().closed(context);
            }
            processor.close();
        }
    }

    /** Sees what a stream thread's consumer returns to it. Instantiated by the consumer. */
    public static final class Polls implements ConsumerInterceptor<byte[], byte[]> {

        private @Nullable PromptCommits commits;
        private int most;

        @Override
        public void configure(Map<String, ?> configs) {
            commits = (PromptCommits) configs.get(CONFIG);
            most = Integer.parseInt(String.valueOf(configs.get(ConsumerConfig.MAX_POLL_RECORDS_CONFIG)));
        }

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            int count = records.count();
            if (count > 0) {
                Objects.requireNonNull(commits).ofThread.get().polled(count, count >= most);
            }
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
            // The thread's producer commits.
        }

        @Override
        public void close() {}
    }
}
