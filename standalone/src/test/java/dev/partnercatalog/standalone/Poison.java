package dev.partnercatalog.standalone;

import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.events.Company;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Every kind of record that is meaningless in one of our topics. */
final class Poison {

    private static final byte[] GARBAGE = {9, 27, '[', '2', 'J'};

    private final CatalogAddresses catalog;
    private final SchemaRegistry strangers;
    private final int partitions;

    Poison(CatalogAddresses catalog) {
        this.catalog = catalog;
        this.strangers = catalog.schemas();
        this.partitions = catalog.kafka().topics().partitions();
    }

    /** One of each kind, each under its own key. */
    List<ProducerRecord<byte[], byte[]>> of(CatalogTopic topic) {
        String name = topic.name(catalog.kafka().topics().prefix());
        List<ProducerRecord<byte[], byte[]>> poison = new ArrayList<>();
        int number = 0;
        for (byte[] value : values(topic)) {
            String key = key(topic, ++number);
            poison.add(new ProducerRecord<>(name, partition(topic, key), bytes(key), value));
        }
        poison.add(new ProducerRecord<>(name, 0, bytes("no/such/\u001b[2Jkey/of/ours"), GARBAGE));
        poison.add(new ProducerRecord<>(name, 0, new byte[] {'k', (byte) 0xff}, GARBAGE));
        if (topic.isCompacted()) {
            String elsewhere = key(topic, ++number);
            int wrong = (partition(topic, elsewhere) + 1) % partitions;
            poison.add(new ProducerRecord<>(name, wrong, bytes(elsewhere), GARBAGE));
        } else {
            poison.add(new ProducerRecord<>(name, 0, null, GARBAGE));
            poison.add(new ProducerRecord<>(name, 0, bytes(key(topic, ++number)), null));
        }
        return poison;
    }

    private List<byte[]> values(CatalogTopic topic) {
        byte[] ofAnotherTopic = new RecordSerializer<Company>(strangers, CatalogTopic.COMPANIES)
                .serialize("catalog.companies", new Company(1L, "n", "cova", "p", List.of(), List.of()));
        List<byte[]> values = new ArrayList<>(List.of(
                new byte[0], new byte[40], wire(1_999_999, new byte[] {2}), Objects.requireNonNull(ofAnotherTopic)));
        if (topic.hasSchema()) {
            Schema ofTheFuture = new Schema.Parser()
                    .parse("{\"type\": \"record\", \"name\": \""
                            + topic.valueSchema().getFullName()
                            + "\", \"fields\": [{\"name\": \"future\", \"type\": \"int\"}]}");
            values.add(wire(strangers.contentId("stranger-" + topic.baseName(), ofTheFuture), new byte[] {2}));
        }
        return values;
    }

    /** A key in the topic's format. */
    private static String key(CatalogTopic topic, int number) {
        return switch (topic) {
            case SCOPE_CONFIGS -> "poison-" + number + "/77";
            case COMPANY_DIRECTORY -> Integer.toString(7_700_000 + number);
            case WEBHOOK_ENDPOINTS, WEBHOOK_BACKLOGS -> "poison-" + number + "/0";
            case COMPANY_VARIANTS -> "poison-" + number + "/7700/7701";
            case SKU_BARCODES -> "7700/7701/poison-" + number;
            default -> "poison-" + number;
        };
    }

    private int partition(CatalogTopic topic, String key) {
        return switch (topic) {
            case COMPANY_VARIANTS, SKU_BARCODES -> Partitioning.byCompany(7_700, partitions);
            case DEAD_LETTERS -> 0;
            default -> Partitioning.byKey(key, partitions);
        };
    }

    /** Dead letters that none of our programs wrote, with everything that may be wrong with what they claim. */
    List<ProducerRecord<byte[], byte[]>> forgedLetters() {
        Map<String, String> huge = new LinkedHashMap<>();
        huge.put("dead-letter-reason", "\u001b[2J".repeat(50_000));
        huge.put("dead-letter-topic", "t".repeat(100_000));
        Map<String, String> nowhere = new LinkedHashMap<>();
        nowhere.put("dead-letter-reason", "forged");
        nowhere.put("dead-letter-topic", "catalog.bpd-variants");
        nowhere.put("dead-letter-partition", "999999");
        nowhere.put("dead-letter-offset", "1");
        nowhere.put("dead-letter-timestamp", "999999999999999999");
        nowhere.put("dead-letter-origin", "-1--1");
        Map<String, String> secret = new LinkedHashMap<>(nowhere);
        secret.put("dead-letter-topic", "catalog.signing-keys");
        secret.put("dead-letter-partition", "0");
        List<ProducerRecord<byte[], byte[]>> letters = new ArrayList<>();
        for (Map<String, String> headers : List.of(huge, nowhere, secret)) {
            ProducerRecord<byte[], byte[]> letter =
                    new ProducerRecord<>("catalog.dead-letters", 0, new byte[100_000], GARBAGE);
            headers.forEach((header, value) -> letter.headers().add(header, bytes(value)));
            for (int i = 0; i < 2_000; i++) {
                letter.headers().add("h" + i + "\u001b", GARBAGE);
            }
            letters.add(letter);
        }
        return letters;
    }

    /** Writes records, whatever they contain. */
    void write(List<ProducerRecord<byte[], byte[]>> records) throws Exception {
        try (Producer<byte[], byte[]> producer = new Brokers(catalog.kafka()).producer()) {
            for (ProducerRecord<byte[], byte[]> record : records) {
                producer.send(record).get();
            }
        }
    }

    /** A record as serializers write it: after its content id. */
    static byte[] wire(int contentId, byte[] record) {
        return ByteBuffer.allocate(5 + record.length)
                .put((byte) 0)
                .putInt(contentId)
                .put(record)
                .array();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
