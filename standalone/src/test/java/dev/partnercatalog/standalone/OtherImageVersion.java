package dev.partnercatalog.standalone;

import dev.partnercatalog.resolution.VariantImage;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.webhook.HeldCopies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Bytes;

/** What another version of the program, with other images, would have left of the stores. */
final class OtherImageVersion {

    private static final byte VERSION = VariantImage.VERSION + 1;

    private OtherImageVersion() {}

    /**
     * Writes to the changelog of the sinks' stores what another version would have written; returns the number of
     * images.
     */
    static int writeChangelog(KafkaSettings kafka, Producer<byte[], byte[]> producer) throws Exception {
        String changelog = HeldCopies.changelog(kafka);
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        int images = 0;
        for (Map.Entry<TopicPartition, Map<Bytes, byte[]>> partition :
                rows(kafka, changelog).entrySet()) {
            for (Map.Entry<Bytes, byte[]> row : partition.getValue().entrySet()) {
                byte[] key = row.getKey().get();
                byte[] value = row.getValue();
                if (key[0] == 'e') {
                    images++;
                    value[0] = VERSION;
                } else if (key[0] == 'v') {
                    value[1] = VERSION;
                } else {
                    continue;
                }
                sent.add(producer.send(
                        new ProducerRecord<>(changelog, partition.getKey().partition(), key, value)));
            }
        }
        producer.flush();
        for (Future<RecordMetadata> row : sent) {
            row.get();
        }
        return images;
    }

    /** The rows of a changelog's stores. */
    private static Map<TopicPartition, Map<Bytes, byte[]>> rows(KafkaSettings kafka, String changelog) {
        Map<TopicPartition, Map<Bytes, byte[]>> rows = new HashMap<>();
        Properties properties = kafka.properties();
        properties.put("auto.offset.reset", "earliest");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            LogReader log = new LogReader(consumer, changelog);
            log.read(log.beginnings(), log.ends(), record -> {
                Map<Bytes, byte[]> stored =
                        rows.computeIfAbsent(log.partition(record.partition()), partition -> new HashMap<>());
                if (record.value() == null) {
                    stored.remove(Bytes.wrap(record.key()));
                } else {
                    stored.put(Bytes.wrap(record.key()), record.value());
                }
            });
        }
        return rows;
    }

    /** Gives the stores with images the names that they have in another version. */
    static int renameStores(Path folder) throws IOException {
        List<Path> stores;
        try (Stream<Path> all = Files.walk(folder)) {
            stores = all.filter(
                            path -> path.getFileName().toString().contains("variant-images-" + VariantImage.VERSION))
                    .toList();
        }
        for (Path store : stores) {
            String name = store.getFileName().toString();
            Files.move(store, store.resolveSibling(name.replace("images-" + VariantImage.VERSION, "images-0")));
        }
        return stores.size();
    }
}
