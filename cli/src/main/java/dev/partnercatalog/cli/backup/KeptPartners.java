package dev.partnercatalog.cli.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.partner.SavedPartners;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** What the partner registry keeps, followed in the log of its store. For use by one thread. */
final class KeptPartners implements AutoCloseable {

    private final Brokers brokers;
    private final String topic;
    private final Consumer<byte[], byte[]> consumer;
    private final LogReader reader;
    private final SavedPartners partners = new SavedPartners();
    private Map<TopicPartition, Long> read = Map.of();

    KeptPartners(KafkaSettings kafka) {
        brokers = new Brokers(kafka);
        topic = StreamsApp.partnersTopic(kafka);
        consumer = brokers.bytesConsumer();
        reader = new LogReader(consumer, topic);
    }

    /** As of the last {@link #read}. */
    SavedPartners partners() {
        return partners;
    }

    /** Reads on to the present end; returns the ids of the partners of which something was written. */
    Set<String> read() {
        Set<String> written = new HashSet<>();
        if (read.isEmpty() && !brokers.exists(topic)) {
            return written; // No registry has run yet.
        }
        Map<TopicPartition, Long> ends = reader.ends();
        reader.read(read.isEmpty() ? reader.beginnings() : read, ends, record -> {
            String key = new String(record.key(), UTF_8);
            partners.accept(key, record.value());
            written.add(key.substring(key.indexOf('/') + 1));
        });
        read = ends;
        return written;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
