package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes copies of the newest entries of one barcode over and over, with a producer at its defaults. */
public final class PlainProducer {

    static final String TOPIC = "plain-producer";

    private static final Duration POLL = Duration.ofMillis(100);

    private PlainProducer() {}

    /**
     * Takes the brokers, the registry, the prefix, the partitions, a folder, the barcode and the number of records to make
     * from the product. Writes a line when it has them; each line that it reads says how often to write them.
     */
    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", arguments[0]);
        int count = Integer.parseInt(arguments[3]);
        List<TopicPartition> partitions = IntStream.range(0, count)
                .mapToObj(partition -> new TopicPartition(CatalogTopic.RESOLVED_VARIANTS.name(arguments[2]), partition))
                .toList();
        byte[] product = product(properties, partitions, arguments[5]);
        List<ProducerRecord<String, byte[]>> records = IntStream.range(0, Integer.parseInt(arguments[6]))
                .mapToObj(number -> new ProducerRecord<>(TOPIC, number % count, arguments[5] + "/" + number, product))
                .toList();
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

    private static byte[] product(Properties properties, List<TopicPartition> partitions, String barcode) {
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (true) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                    if (record.key().equals(barcode)) {
                        return record.value();
                    }
                }
            }
        }
    }
}
