package dev.partnercatalog.standalone;

import dev.partnercatalog.runtime.KafkaSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads what a topic holds at the moment. */
final class TopicRecords {

    private static final Duration POLL = Duration.ofMillis(100);

    private TopicRecords() {}

    /** Every record of a topic, each partition's in order. */
    static List<ConsumerRecord<String, byte[]>> of(KafkaSettings kafka, String topic) {
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(kafka.properties(), new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (!ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue())) {
                consumer.poll(POLL).forEach(records::add);
            }
        }
        return records;
    }

    /** What the topic has of each key: null if it was deleted. */
    static Map<String, byte[]> newest(KafkaSettings kafka, String topic) {
        Map<String, byte[]> newest = new HashMap<>();
        of(kafka, topic).forEach(record -> newest.put(record.key(), record.value()));
        return newest;
    }
}
