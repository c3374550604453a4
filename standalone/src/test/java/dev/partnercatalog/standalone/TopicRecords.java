package dev.partnercatalog.standalone;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads what a topic holds at the moment, as far as it is committed. */
public final class TopicRecords {
    private TopicRecords() {}

    /** Every record of a topic, each partition's in order. */
    public static List<ConsumerRecord<byte[], byte[]>> of(KafkaSettings kafka, String topic) {
        Properties properties = kafka.properties();
        properties.put("isolation.level", "read_committed");
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
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
