package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes the newest entries of one barcode over and over, with a producer as it is by default. */
public final class PlainProducer {

    static final String TOPIC = "plain-producer";

    private static final Duration POLL = Duration.ofMillis(100);

    private PlainProducer() {}

    /**
     * Takes the brokers, the registry, the prefix, the partitions, a folder, the barcode's partition, the barcode and how
     * many entries it has. Writes a line when it has them; each line that it reads says how often to write them.
     */
    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", arguments[0]);
        int partition = Integer.parseInt(arguments[5]);
        Map<String, byte[]> entries = entries(
                properties,
                new TopicPartition(CatalogTopic.RESOLVED_VARIANTS.name(arguments[2]), partition),
                arguments[6],
                Integer.parseInt(arguments[7]));
        List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
        entries.forEach((key, value) -> records.add(new ProducerRecord<>(TOPIC, partition, key, value)));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
            System.out.println("ready");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                for (int i = Integer.parseInt(line); i > 0; i--) {
                    for (ProducerRecord<String, byte[]> record : records) {
                        var unused = producer.send(record);
                    }
                }
                producer.flush();
            }
        }
    }

    private static Map<String, byte[]> entries(
            Properties properties, TopicPartition partition, String barcode, int count) {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            while (entries.size() < count) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                    if (record.key().equals(barcode) || record.key().startsWith(barcode + "/")) {
                        entries.put(record.key(), record.value());
                    }
                }
            }
        }
        return entries;
    }
}
