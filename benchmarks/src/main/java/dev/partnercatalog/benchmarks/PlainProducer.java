package dev.partnercatalog.benchmarks;

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

/** Writes copies of the newest record of a product over and over, with a producer at its defaults. */
final class PlainProducer {

    private static final Duration POLL = Duration.ofMillis(100);

    private PlainProducer() {}

    /**
     * Takes the brokers, the topic of products, the partitions, the topic to write to, the barcode and the number of
     * records to make from the product. Writes a line when it has them; each line that it reads says how often to write
     * them.
     */
    public static void main(String[] arguments) throws Exception {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", arguments[0]);
        int count = Integer.parseInt(arguments[2]);
        String barcode = arguments[4];
        List<TopicPartition> partitions = IntStream.range(0, count)
                .mapToObj(partition -> new TopicPartition(arguments[1], partition))
                .toList();
        byte[] product = product(properties, partitions, barcode);
        List<ProducerRecord<String, byte[]>> records = IntStream.range(0, Integer.parseInt(arguments[5]))
                .mapToObj(number -> new ProducerRecord<>(arguments[3], number % count, barcode + "/" + number, product))
                .toList();
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(properties, new StringSerializer(), new ByteArraySerializer())) {
            System.out.println("ready");
            JavaProcess.answer(line -> {
                for (int i = Integer.parseInt(line); i > 0; i--) {
                    for (ProducerRecord<String, byte[]> record : records) {
                        var unused = producer.send(record);
                    }
                }
                producer.flush();
                return "written";
            });
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
