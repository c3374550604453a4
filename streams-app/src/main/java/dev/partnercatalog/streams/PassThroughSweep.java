package dev.partnercatalog.streams;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Deletes what upstream deleted while all resolvers were away (D38) from the topics into which its records are only passed
 * on, and which no store says the content of. For one thread.
 *
 * <p>The deletions are written in a transaction, and only then what was published meanwhile is read. If it has one of their
 * keys, the transaction is aborted, and all is done again. What is published later is also passed on later, whichever
 * instance does that.
 */
final class PassThroughSweep implements AutoCloseable {

    /** The key of the note in {@code inputs-read} that says after which absence this was done. */
    static final String NOTE = "passed-on";

    private static final Map<CatalogTopic, Set<CatalogTopic>> SOURCES = Map.of(
            CatalogTopic.COMPANY_DIRECTORY, Set.of(CatalogTopic.COMPANIES),
            CatalogTopic.SCOPE_CONFIGS, Set.of(CatalogTopic.COMPANY_CONFIGS, CatalogTopic.LOCATION_CONFIGS));

    private final KafkaSettings kafka;
    private final Consumer<byte[], byte[]> consumer;
    private final Producer<byte[], byte[]> producer;

    private PassThroughSweep(KafkaSettings kafka) {
        this.kafka = kafka;
        Properties writing = kafka.properties();
        writing.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, kafka.applicationId(StreamsApp.NAME) + "-" + NOTE);
        consumer = LogReader.consumer(kafka.properties());
        producer = new KafkaProducer<>(writing, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** The note after an absence. */
    static String note(String absence) {
        return "swept after " + absence;
    }

    /**
     * Deletes it, and writes the note.
     *
     * @throws BrokerUnavailableException if the brokers don't answer
     */
    static void sweep(KafkaSettings kafka, String absence) {
        try (PassThroughSweep passedOn = new PassThroughSweep(kafka)) {
            passedOn.producer.initTransactions();
            boolean done = false;
            while (!done) {
                done = passedOn.delete(absence);
            }
        } catch (ProducerFencedException e) {
            // Another instance has begun, and does the same.
        } catch (KafkaException e) {
            throw new BrokerUnavailableException(
                    "what upstream deleted meanwhile can't be removed: " + FaultWords.of(e), e);
        }
    }

    private boolean delete(String absence) {
        Map<LogReader, Map<TopicPartition, Long>> read = new HashMap<>();
        Map<CatalogTopic, Set<String>> gone = new HashMap<>();
        SOURCES.forEach((topic, sources) -> {
            Set<String> keys = keys(topic);
            for (CatalogTopic source : sources) {
                LogReader log = log(source);
                Map<TopicPartition, Long> ends = log.ends();
                log.read(log.beginnings(), ends, record -> keys.removeAll(published(record)));
                read.put(log, ends);
            }
            gone.put(topic, keys);
        });
        producer.beginTransaction();
        gone.forEach((topic, keys) -> keys.forEach(
                key -> send(topic, Partitioning.byKey(key, kafka.topics().partitions()), key, null)));
        send(CatalogTopic.INPUTS_READ, 0, NOTE, note(absence));
        producer.flush();
        Set<String> again = new HashSet<>();
        read.forEach((log, ends) -> log.read(ends, log.ends(), record -> again.addAll(published(record))));
        if (gone.values().stream().anyMatch(keys -> keys.stream().anyMatch(again::contains))) {
            producer.abortTransaction();
            return false;
        }
        producer.commitTransaction();
        return true;
    }

    private Set<String> keys(CatalogTopic topic) {
        Set<String> keys = new HashSet<>();
        LogReader log = log(topic);
        log.read(log.beginnings(), log.ends(), record -> {
            if (record.key() != null && record.value() == null) {
                keys.remove(text(record.key()));
            }
            keys.addAll(published(record));
        });
        return keys;
    }

    private static List<String> published(ConsumerRecord<byte[], byte[]> record) {
        return record.key() == null || record.value() == null ? List.of() : List.of(text(record.key()));
    }

    private LogReader log(CatalogTopic topic) {
        return new LogReader(consumer, topic.name(kafka.topics().prefix()));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @SuppressWarnings("NullAway") // Kafka's contract: null values are tombstones
    private void send(CatalogTopic topic, int partition, String key, @Nullable String value) {
        var unused = producer.send(new ProducerRecord<>(
                topic.name(kafka.topics().prefix()),
                partition,
                key.getBytes(StandardCharsets.UTF_8),
                value == null ? null : value.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        consumer.close();
        producer.close();
    }
}
