package dev.partnercatalog.webhook.subscription;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far this process has read the topics of configurations, so that a task can wait for what they held when it began: a
 * predecessor may have known of a revocation that hasn't arrived here yet. Topics that are written in transactions end in
 * markers, which no table is given, so the consumer's own positions count. Thread-safe.
 */
public final class ConfigurationEnds {

    private static final Logger LOG = LoggerFactory.getLogger(ConfigurationEnds.class);

    private final Supplier<Future<Map<TopicPartition, Long>>> ends;
    private final BooleanSupplier compiled;
    private final Map<TopicPartition, Long> polledTo = new HashMap<>();
    private final Map<TopicPartition, Long> lastPolled = new HashMap<>();
    private final Map<TopicPartition, Long> applied = new HashMap<>();

    /**
     * @param ends asks the brokers where the topics end now, after what is committed
     * @param compiled whether all that has arrived is in effect
     */
    public ConfigurationEnds(Supplier<Future<Map<TopicPartition, Long>>> ends, BooleanSupplier compiled) {
        this.ends = ends;
        this.compiled = compiled;
    }

    /** Makes an application with these properties report what its global consumer polls. */
    public void applyTo(Map<Object, Object> properties) {
        properties.put(StreamsConfig.globalConsumerPrefix("interceptor.classes"), Polled.class.getName());
        properties.put(StreamsConfig.globalConsumerPrefix(Polled.ENDS), this);
    }

    /** Instantiated by Kafka, for the consumer of the global tables. */
    public static final class Polled implements ConsumerInterceptor<byte[], byte[]> {

        private static final String ENDS = "catalog.configuration.ends";

        private @Nullable ConfigurationEnds reached;

        @Override
        public void configure(Map<String, ?> configs) {
            reached = (ConfigurationEnds) configs.get(ENDS);
        }

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            Objects.requireNonNull(reached, "not configured").polled(records);
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void close() {}
    }

    private synchronized void polled(ConsumerRecords<byte[], byte[]> records) {
        records.nextOffsets().forEach((partition, next) -> polledTo.put(partition, next.offset()));
        for (ConsumerRecord<byte[], byte[]> record : records) {
            lastPolled.put(new TopicPartition(record.topic(), record.partition()), record.offset());
        }
    }

    /** A record is in its table. */
    public synchronized void applied(TopicPartition partition, long offset) {
        applied.merge(partition, offset, Math::max);
    }

    private synchronized boolean reaches(Map<TopicPartition, Long> wanted) {
        return wanted.entrySet().stream().allMatch(end -> position(end.getKey()) >= end.getValue());
    }

    /** Before which everything is in the table; 0 for a partition that was always empty. */
    private long position(TopicPartition partition) {
        Long last = lastPolled.get(partition);
        long inTable = applied.getOrDefault(partition, -1L);
        return last == null || inTable >= last ? polledTo.getOrDefault(partition, inTable + 1) : inTable + 1;
    }

    /** Whether a task that begins now knows the configurations of this moment; to be asked until it does. */
    public BooleanSupplier sinceNow() {
        return new BooleanSupplier() {

            private Future<Map<TopicPartition, Long>> asked = ends.get();
            private @Nullable Map<TopicPartition, Long> wanted;

            @Override
            public boolean getAsBoolean() {
                if (wanted == null && asked.isDone()) {
                    try {
                        wanted = asked.get();
                    } catch (ExecutionException e) {
                        LOG.warn("nothing is sent until it is known where the configurations end: {}", e.getMessage());
                        asked = ends.get();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
                return wanted != null && reaches(wanted) && compiled.getAsBoolean();
            }
        };
    }
}
