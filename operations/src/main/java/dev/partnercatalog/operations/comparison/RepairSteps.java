package dev.partnercatalog.operations.comparison;

import dev.partnercatalog.operations.topic.BrokerAnswer;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.ListingUpdate;
import dev.partnercatalog.records.Repair;
import dev.partnercatalog.records.RepairMark;
import dev.partnercatalog.records.RepairStep;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.CompanyVariantKey;
import dev.partnercatalog.schemas.key.LocationVariantKey;
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
            case BPD_VARIANTS -> layer(row.key(), LayerKind.BPD, Scope.everywhere(), mark);
            case COMPANY_OVERRIDES, COMPANY_ATTRIBUTES -> {
                CompanyVariantKey key = CompanyVariantKey.parse(row.key());
                LayerKind kind =
                        row.topic() == CatalogTopic.COMPANY_OVERRIDES ? LayerKind.OVERRIDE : LayerKind.ATTRIBUTES;
                yield layer(key.barcode(), kind, new Scope.Company(key.companyId()), mark);
            }
            case LOCATION_ATTRIBUTES -> {
                LocationVariantKey key = LocationVariantKey.parse(row.key());
                Scope location = new Scope.Location(key.companyId(), key.locationId());
                yield layer(key.barcode(), LayerKind.ATTRIBUTES, location, mark);
            }
            case RESOLVED_VARIANTS, COMPANY_VARIANTS -> {
                ScopedVariant key = VariantKeys.parse(row.key());
                yield layer(key.barcode(), ofEntry(key.scope()), key.scope(), mark);
            }
            default -> throw new IllegalArgumentException(row.topic() + " can't be repaired");
        };
    }

    /** Any layer of the scope will do: its entry is written again. */
    private static LayerKind ofEntry(Scope scope) {
        if (scope instanceof Scope.Location) {
            return LayerKind.ATTRIBUTES;
        }
        return scope.isCompany() ? LayerKind.LISTING : LayerKind.BPD;
    }

    private static Repair layer(String barcode, LayerKind kind, Scope scope, RepairMark mark) {
        return new Repair(
                barcode,
                new LayerUpdate(
                        kind, VariantRecords.companyId(scope), VariantRecords.locationId(scope), null, -1, -1L, mark));
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(5));
    }
}
