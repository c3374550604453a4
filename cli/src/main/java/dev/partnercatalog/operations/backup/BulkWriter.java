package dev.partnercatalog.operations.backup;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.Brokers;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Writes many records in order, without waiting for each. Not thread-safe. */
final class BulkWriter implements AutoCloseable {

    private final Producer<byte[], byte[]> producer;
    private final AtomicReference<@Nullable Exception> fault = new AtomicReference<>();
    private final Map<String, Long> written = new TreeMap<>();

    BulkWriter(Brokers brokers) {
        producer = brokers.bytesProducer();
    }

    /** Throws {@link OperatorFault} if this or an earlier record can't be stored. */
    void write(String topic, int partition, byte[] key, byte @Nullable [] value) {
        requireNoFault();
        try {
            var unused = producer.send(new ProducerRecord<>(topic, partition, key, value), (stored, refused) -> {
                if (refused != null) {
                    fault.compareAndSet(null, refused);
                }
            });
        } catch (KafkaException e) {
            fault.compareAndSet(null, e);
            requireNoFault();
        }
        written.merge(topic, 1L, Long::sum);
    }

    /** Waits until everything is durable; returns the number of records by topic. */
    Map<String, Long> finish() {
        producer.flush();
        requireNoFault();
        return Collections.unmodifiableMap(written);
    }

    private void requireNoFault() {
        Exception found = fault.get();
        if (found != null) {
            throw new OperatorFault("a record can't be stored: " + found.getMessage(), found);
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
