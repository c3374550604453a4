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
 * A stream thread's producer, which remembers of which record each of its own came. Kafka Streams says instead what the
 * thread has in hand by the time an output is refused, and that is another record.
 */
public class SourcedProducer extends KafkaProducer<byte[], byte[]> {

    private final Quarantine quarantine;

    /** @param properties of the producer, with those that {@link Quarantine#applyTo} has added */
    public SourcedProducer(Map<String, Object> properties) {
        super(properties, new ByteArraySerializer(), new ByteArraySerializer());
        this.quarantine = (Quarantine) Objects.requireNonNull(properties.get(Quarantine.CONFIG));
    }

    @Override
    public final Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
        RecordPosition source = quarantine.inHandOfThisThread();
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
