package dev.partnercatalog.operations.deadletter;

import dev.partnercatalog.operations.deadletter.DeadLetter.Source;
import dev.partnercatalog.operations.deadletter.ReplayResult.Outcome;
import dev.partnercatalog.operations.topic.RecordTime;
import dev.partnercatalog.runtime.quarantine.DeadLetterHeaders;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Puts events back into their topics as they were. Results are reported only on the caller's thread, in {@link #flush}.
 */
public final class ReplayWriter {

    private final Producer<byte[], byte[]> producer;
    private final Queue<ReplayResult> results = new ConcurrentLinkedQueue<>();

    /** @param producer a producer that doesn't lose, duplicate or reorder records; the caller closes it */
    public ReplayWriter(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    /** @param asNewest whether it should count as its key's newest event rather than keep its age */
    void publish(DeadLetter letter, Source source, boolean asNewest) {
        Headers headers = new RecordHeaders(letter.headers());
        if (!asNewest) {
            DeadLetterHeaders.put(
                    headers, DeadLetterHeaders.ORIGIN, source.origin().toString());
        }
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                source.topic(),
                source.position().partition(),
                RecordTime.again(source.timestamp()),
                letter.key(),
                letter.value(),
                headers);
        send(record, (metadata, refusal) -> results.add(result(letter.id(), source, metadata, refusal)));
    }

    /** Publishes a record of a source topic once more, after what has arrived since. */
    void repeat(ConsumerRecord<byte[], byte[]> record) {
        Headers headers = DeadLetter.withoutOurs(record.headers());
        DeadLetterHeaders.put(
                headers,
                DeadLetterHeaders.ORIGIN,
                KeyedEvent.of(record).origin().toString());
        send(
                new ProducerRecord<>(
                        record.topic(),
                        record.partition(),
                        RecordTime.again(record.timestamp()),
                        record.key(),
                        record.value(),
                        headers),
                (metadata, refusal) -> {
                    if (refusal != null) {
                        LogPosition at = new LogPosition(record.partition(), record.offset());
                        results.add(new ReplayResult(
                                at,
                                record.topic(),
                                Outcome.REFUSED,
                                "the event at " + record.topic() + " " + at
                                        + " was overtaken by an older one of its key and could not be published again ("
                                        + refusal.getMessage() + "): ask its publisher to publish it again"));
                    }
                });
    }

    /** Waits until the brokers have answered everything, and passes on the results. */
    void flush(Consumer<ReplayResult> receiver) {
        producer.flush();
        for (ReplayResult result = results.poll(); result != null; result = results.poll()) {
            receiver.accept(result);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback receives the same
    private void send(ProducerRecord<byte[], byte[]> record, org.apache.kafka.clients.producer.Callback callback) {
        try {
            producer.send(record, callback);
        } catch (KafkaException e) {
            // A producer that can't be used any more reports it here and not to the callback.
            callback.onCompletion(null, e);
        }
    }

    private static ReplayResult result(
            LogPosition id, Source source, @Nullable RecordMetadata metadata, @Nullable Exception refusal) {
        if (refusal != null || metadata == null) {
            return new ReplayResult(
                    id,
                    source.topic(),
                    Outcome.REFUSED,
                    "the brokers rejected it: " + (refusal == null ? "no answer" : refusal.getMessage()));
        }
        return new ReplayResult(
                id,
                source.topic(),
                Outcome.REPLAYED,
                "replayed to " + source.topic() + " " + new LogPosition(metadata.partition(), metadata.offset()));
    }
}
