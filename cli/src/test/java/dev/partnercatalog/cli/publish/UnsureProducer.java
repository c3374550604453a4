package dev.partnercatalog.cli.publish;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** A producer whose brokers answer when it is flushed, and reject what the test tells them to. */
final class UnsureProducer extends MockProducer<byte[], byte[]> {

    private final Function<ProducerRecord<byte[], byte[]>, @Nullable RuntimeException> refusals;
    private int answered;

    UnsureProducer(Function<ProducerRecord<byte[], byte[]>, @Nullable RuntimeException> refusals) {
        super(false, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
        this.refusals = refusals;
    }

    static UnsureProducer obliging() {
        return new UnsureProducer(record -> null);
    }

    @Override
    public synchronized void flush() {
        List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>(history());
        while (answered < sent.size()) {
            RuntimeException refusal = refusals.apply(sent.get(answered++));
            if (refusal == null) {
                completeNext();
            } else {
                errorNext(refusal);
            }
        }
    }

    static String key(ProducerRecord<byte[], byte[]> record) {
        return new String(record.key(), StandardCharsets.UTF_8);
    }

    /** What was sent, as {@code topic key}, with a minus before it if it is a tombstone. */
    List<String> sent() {
        return history().stream()
                .map(record -> (record.value() == null ? "-" : "") + record.topic() + " " + key(record))
                .collect(Collectors.toList());
    }
}
