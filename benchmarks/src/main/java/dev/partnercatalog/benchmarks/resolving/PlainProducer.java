package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
     * Takes the brokers, the registry, the prefix, the partitions, a folder, the barcode, its number of entries and the
     * number of records to make from them. Writes a line when it has them; each line that it reads says how often to
     * write them.
     */
    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", arguments[0]);
        List<TopicPartition> partitions = Stream.of(CatalogTopic.RESOLVED_VARIANTS, CatalogTopic.COMPANY_VARIANTS)
                .flatMap(topic -> IntStream.range(0, Integer.parseInt(arguments[3]))
                        .mapToObj(partition -> new TopicPartition(topic.name(arguments[2]), partition)))
                .toList();
        List<ProducerRecord<String, byte[]>> entries =
                entries(properties, partitions, arguments[5], Integer.parseInt(arguments[6]));
        List<ProducerRecord<String, byte[]>> records = IntStream.range(0, Integer.parseInt(arguments[7]))
                .mapToObj(number -> entries.get(number % entries.size()))
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

    /** Each for the partition in which it was found. */
    private static List<ProducerRecord<String, byte[]>> entries(
            Properties properties, List<TopicPartition> partitions, String barcode, int count) {
        Map<String, ProducerRecord<String, byte[]>> entries = new LinkedHashMap<>();
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(properties, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            while (entries.size() < count) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
                    if (record.key().equals(barcode) || record.key().startsWith(barcode + "/")) {
                        entries.put(
                                record.key(),
                                new ProducerRecord<>(TOPIC, record.partition(), record.key(), record.value()));
                    }
                }
            }
        }
        return List.copyOf(entries.values());
    }
}
