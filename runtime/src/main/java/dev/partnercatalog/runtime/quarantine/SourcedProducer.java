package dev.partnercatalog.runtime.quarantine;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A stream thread's producer that remembers the source record of each record it sends. Kafka Streams would report the
 * record that the thread is processing by the time an output is refused, which is a different one.
 */
public class SourcedProducer extends KafkaProducer<byte[], byte[]> {

    private final Quarantine quarantine;

    /** @param properties of the producer, including those added by {@link Quarantine#applyTo} */
    public SourcedProducer(Map<String, Object> properties) {
        super(properties, new ByteArraySerializer(), new ByteArraySerializer());
        this.quarantine = (Quarantine) Objects.requireNonNull(properties.get(Quarantine.CONFIG));
    }

    @Override
    public final Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        RecordPosition source = quarantine.currentOfThisThread();
        return super.send(record, (metadata, fault) -> {
            if (source != null && fault != null) {
                quarantine.outputRefused(source, fault);
            }
            if (callback != null) {
                callback.onCompletion(metadata, fault);
            }
        });
    }
}
