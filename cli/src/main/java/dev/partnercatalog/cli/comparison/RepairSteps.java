package dev.partnercatalog.cli.comparison;

import dev.partnercatalog.cli.topic.BrokerAnswer;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.ListingUpdate;
import dev.partnercatalog.records.Repair;
import dev.partnercatalog.records.RepairMark;
import dev.partnercatalog.records.RepairStep;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.LayerTopic;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Sends the steps of one audit's repairs to the resolver. Not thread-safe. */
final class RepairSteps implements AutoCloseable {

    /** Longer than the inputs take to read. */
    private static final Duration VALID = Duration.ofMinutes(30);

    private final String id = UUID.randomUUID().toString();
    private final String topic;
    private final int partitions;
    private final RecordSerializer<Repair> serializer;
    private final Producer<String, byte[]> producer;

    /** @param registry registers the schema of the steps, if it isn't registered yet */
    RepairSteps(CatalogLogs logs, SchemaRegistry registry) {
        topic = logs.name(CatalogTopic.REPAIRS);
        partitions = logs.partitions(topic).size();
        serializer = new RecordSerializer<>(registry, CatalogTopic.REPAIRS);
        producer = new Brokers(logs.kafka()).producer();
    }

    /** Sends a step for each of these rows; when it returns, they are durable. */
    void send(RepairStep step, List<Row> rows) {
        RepairMark mark = new RepairMark(id, step, System.currentTimeMillis() + VALID.toMillis());
        BrokerAnswer.await("the repair was not stored", () -> {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (Row row : rows) {
                Repair repair = repair(row, mark);
                sent.add(producer.send(new ProducerRecord<>(
                        topic,
                        Partitioning.byKey(repair.getKey(), partitions),
                        repair.getKey(),
                        serializer.serialize(topic, repair))));
            }
            for (Future<RecordMetadata> one : sent) {
                one.get();
            }
            return sent;
        });
    }

    static Repair repair(Row row, RepairMark mark) {
        return switch (row.topic()) {
            case LISTINGS, SKU_BARCODES -> new Repair(row.key(), new ListingUpdate(null, mark));
            case RESOLVED_VARIANTS, COMPANY_VARIANTS -> {
                ScopedVariant variant = VariantKeys.parse(row.key());
                // Any layer of the scope will do: its entry is written again.
                yield repair(LayerTopic.highestAt(variant.scope()), variant, mark);
            }
            default -> {
                LayerTopic layer = LayerTopic.of(row.topic());
                if (layer == null) {
                    throw new IllegalArgumentException(row.topic() + " can't be repaired");
                }
                yield repair(layer, layer.variant(row.key()), mark);
            }
        };
    }

    private static Repair repair(LayerTopic layer, ScopedVariant variant, RepairMark mark) {
        Scope scope = variant.scope();
        return new Repair(
                variant.barcode(),
                new LayerUpdate(
                        layer.kind(), VariantRecords.companyId(scope), VariantRecords.locationId(scope), null, mark));
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
