package dev.partnercatalog.standalone;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.topic.LogReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Reads what a topic holds at the moment, as far as it is committed; and clients for records of bytes. */
public final class TopicRecords {
    private TopicRecords() {}

    public static Producer<byte[], byte[]> producer(Map<?, ?> properties) {
        Properties all = new Properties();
        all.putAll(properties);
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }

    public static Consumer<byte[], byte[]> consumer(Map<?, ?> properties) {
        Properties all = new Properties();
        all.putAll(properties);
        return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Creates topics with one partition each. */
    public static void create(Map<?, ?> properties, String... topics) throws Exception {
        Properties all = new Properties();
        all.putAll(properties);
        try (Admin admin = Admin.create(all)) {
            admin.createTopics(Stream.of(topics)
                            .map(topic -> new NewTopic(topic, 1, (short) 1))
                            .toList())
                    .all()
                    .get();
        }
    }

    /** Every record of a topic, each partition's in order. */
    public static List<ConsumerRecord<byte[], byte[]>> of(KafkaSettings kafka, String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer = LogReader.consumer(kafka.properties())) {
            LogReader log = new LogReader(consumer, topic);
            log.read(log.beginnings(), log.ends(), records::add);
        }
        return records;
    }

    /** What the topic has of each key: null if it was deleted. */
    public static Map<String, byte[]> newest(KafkaSettings kafka, String topic) {
        Map<String, byte[]> newest = new HashMap<>();
        of(kafka, topic).forEach(record -> newest.put(key(record), record.value()));
        return newest;
    }

    /** The key as text. */
    public static String key(ConsumerRecord<byte[], byte[]> record) {
        return new String(record.key(), StandardCharsets.UTF_8);
    }
}
