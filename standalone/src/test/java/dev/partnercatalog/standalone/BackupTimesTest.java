package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.operations.backup.Backup;
import dev.partnercatalog.operations.backup.BackupPart;
import dev.partnercatalog.operations.backup.Restore;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.webhook.WebhookSink;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Measures a backup and a restore of the topics that applications would have written. None of them runs meanwhile. */
@Tag("long")
class BackupTimesTest {

    private static final Logger LOG = LoggerFactory.getLogger(BackupTimesTest.class);
    private static final int RECORDS = Integer.getInteger("backup.records", 100_000);
    private static final int PARTITIONS = 24;
    private static final int COMPANIES = 200;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void what_partners_have_is_backed_up_and_restored_in_seconds() throws Exception {
        MasterKey key = MasterKey.loadOrCreate(folder.resolve("master.key"));
        Path file = folder.resolve("times.backup");
        Path empty = folder.resolve("empty.backup");
        try (Site site = Site.start(folder.resolve("site"), folder.resolve("master.key"))) {
            KafkaSettings from = site.kafka("from.", PARTITIONS);
            KafkaSettings to = site.kafka("to.", PARTITIONS);
            SchemaRegistry registry = site.addresses(from).schemas();
            try (Admin admin = Admin.create(from.properties())) {
                new TopicAdmin(admin, from.topics()).createAndCheck();
            }
            // An empty backup creates the sink's changelog.
            new Backup(from, registry).write(empty, key);
            new Restore(empty, key, registry, false).held(from, false, left -> {});
            fill(from, registry, true);

            long held = timed("backup", () -> new Backup(from, registry).write(file, key))
                    .part(BackupPart.HELD)
                    .records();
            assertThat(held).isGreaterThanOrEqualTo(RECORDS);
            LOG.info("the file has {} bytes", Files.size(file));
            timed("backup verify", () -> Backup.verify(file, key));
            timed("restore", () -> new Restore(file, key, registry, false).partners(to));
            fill(to, registry, false);
            var written = timed(
                    "restore --webhooks", () -> new Restore(file, key, registry, false).held(to, false, left -> {}));
            assertThat(written.records().get(WebhookSink.changelog(to))).isGreaterThanOrEqualTo((long) RECORDS);
        }
    }

    private static <T> T timed(String what, Supplier<T> work) {
        long begun = System.nanoTime();
        T result = work.get();
        LOG.info(
                "{} of {} records that partners have took {} ms",
                what,
                RECORDS,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
        return result;
    }

    /** Writes the catalog as the resolver would and, if a partner has it, what the sink would. */
    private static void fill(KafkaSettings kafka, SchemaRegistry registry, boolean held) {
        String entries = CatalogTopic.COMPANY_VARIANTS.name(kafka.topics().prefix());
        String listings = CatalogTopic.SKU_BARCODES.name(kafka.topics().prefix());
        RecordSerializer<CompanyVariant> ofEntries = new RecordSerializer<>(registry, CatalogTopic.COMPANY_VARIANTS);
        RecordSerializer<SkuBarcode> ofListings = new RecordSerializer<>(registry, CatalogTopic.SKU_BARCODES);
        try (Producer<byte[], byte[]> producer = new Brokers(kafka).bytesProducer()) {
            for (int i = 0; i < RECORDS; i++) {
                long company = 1L + i % COMPANIES;
                String barcode = "barcode-" + i;
                int partition = Partitioning.byCompany(company, PARTITIONS);
                ResolvedVariant entry = (ResolvedVariant) empty(ResolvedVariant.SCHEMA$);
                entry.setBarcode(barcode);
                entry.setCompanyId(company);
                entry.setName("A product of which there are many, number " + i);
                send(
                        producer,
                        entries,
                        partition,
                        barcode + "/" + company,
                        ofEntries.serialize(entries, new CompanyVariant(null, entry)));
                send(
                        producer,
                        listings,
                        partition,
                        company + "/" + company + "/sku-" + i,
                        ofListings.serialize(listings, new SkuBarcode(barcode)));
                if (held) {
                    byte[] name = barcode.getBytes(StandardCharsets.US_ASCII);
                    byte[] row = ByteBuffer.allocate(3 + "partner".length() + 16 + name.length)
                            .put((byte) 'h')
                            .put("partner".getBytes(StandardCharsets.US_ASCII))
                            .put((byte) 0)
                            .putLong(company)
                            .put(name)
                            .put((byte) 0)
                            .putLong(company)
                            .array();
                    byte[] value = ByteBuffer.allocate(26)
                            .put((byte) 1)
                            .put((byte) 1)
                            .putLong(barcode.hashCode() * 0x9E3779B97F4A7C15L)
                            .putLong(i)
                            .putLong(7)
                            .array();
                    var unused =
                            producer.send(new ProducerRecord<>(WebhookSink.changelog(kafka), partition, row, value));
                }
            }
        }
    }

    /** The smallest value that a schema allows. */
    private static Object empty(Schema schema) {
        return switch (schema.getType()) {
            case STRING -> "";
            case LONG -> 0L;
            case INT -> 0;
            case DOUBLE -> 0.0;
            case BOOLEAN -> false;
            case ARRAY -> List.of();
            case MAP -> Map.of();
            case RECORD -> {
                SpecificRecord made = (SpecificRecord)
                        SpecificData.newInstance(SpecificData.get().getClass(schema), schema);
                for (Schema.Field field : schema.getFields()) {
                    if (!field.schema().isNullable()) {
                        made.put(field.pos(), empty(field.schema()));
                    }
                }
                yield made;
            }
            default -> throw new IllegalArgumentException("nothing is empty of " + schema.getType());
        };
    }

    private static void send(
            Producer<byte[], byte[]> producer, String topic, int partition, String key, byte @Nullable [] value) {
        var unused = producer.send(new ProducerRecord<>(topic, partition, key.getBytes(StandardCharsets.UTF_8), value));
    }
}
