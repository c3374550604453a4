package dev.partnercatalog.cli.recorded;

import dev.partnercatalog.cli.topic.LogConsumer;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.HeldLayer;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.streams.StreamsApp;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;

/** The topics that a {@link RecordedCatalog} reads, with what the resolver would write there. */
public final class TopicsInMemory implements AutoCloseable {

    public static final String BARCODE = "4001";

    private static final int PARTITIONS = 4;

    /** The revision of BPD's record. */
    private static final Long PRODUCT = 1L;

    private static final KafkaSettings KAFKA =
            new KafkaSettings("none:0", new TopicSettings("catalog.", PARTITIONS, (short) 1), Map.of());

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
    private final LogConsumer consumer = new LogConsumer();

    public RecordedCatalog catalog() {
        return new RecordedCatalog(KAFKA, registry, topic -> PARTITIONS, consumer.another());
    }

    /** The settings under which the topics are found. */
    public static KafkaSettings kafka() {
        return KAFKA;
    }

    public SchemaRegistry registry() {
        return registry;
    }

    /** Writes BPD's layer. */
    public void bpd(BpdVariant variant) {
        layer("", BpdVariant.class, variant);
    }

    /** Writes a layer of another kind, by what follows the barcode in its key. */
    public <T extends SpecificRecord> void layer(String rest, Class<T> type, T value) {
        consumer.write(
                StreamsApp.layersTopic(KAFKA),
                Partitioning.byBarcode(BARCODE, PARTITIONS),
                BARCODE + "/" + rest,
                new SingleObjectSerde<>(HeldLayer.class)
                        .encode(new HeldLayer(
                                ByteBuffer.wrap(new SingleObjectSerde<>(type).encode(value)),
                                rest.isEmpty() ? PRODUCT : null)));
    }

    /**
     * Writes the entry that follows from the layers written so far: a location's or, at company scope, a company's. If it
     * is a reference, also the product.
     */
    public void resolve(Scope scope, long revision) {
        ScopedVariant key = new ScopedVariant(scope, BARCODE);
        ResolvedEntry resolved = catalog().layers(BARCODE).at(scope).resolve();
        CompanyVariant entry = VariantRecords.companyVariant(key, revision, resolved, PRODUCT);
        if (entry.getReference() != null) {
            write(
                    CatalogTopic.RESOLVED_VARIANTS,
                    BARCODE,
                    Partitioning.byBarcode(BARCODE, PARTITIONS),
                    VariantRecords.variant(new ScopedVariant(Scope.everywhere(), BARCODE), PRODUCT, resolved));
        }
        write(
                CatalogTopic.COMPANY_VARIANTS,
                VariantKeys.encode(key),
                Partitioning.byCompany(scope.companyId(), PARTITIONS),
                entry);
    }

    public void listing(long companyId, long locationId, String sku, String barcode) {
        write(
                CatalogTopic.SKU_BARCODES,
                new ListingKey(companyId, locationId, sku).encode(),
                Partitioning.byCompany(companyId, PARTITIONS),
                new SkuBarcode(barcode));
    }

    public void listing(long companyId, long locationId, String sku) {
        listing(companyId, locationId, sku, BARCODE);
    }

    /** Writes a record to a topic that is partitioned by its whole key. */
    public <T extends SpecificRecord> void write(CatalogTopic topic, String key, T value) {
        write(topic, key, Partitioning.byKey(key, PARTITIONS), value);
    }

    /** Replaces a barcode's entry at a scope with something that is not a valid record. */
    public void spoilEntry(ScopedVariant key) {
        consumer.write(
                CatalogTopic.COMPANY_VARIANTS.name("catalog."),
                Partitioning.byCompany(key.companyId(), PARTITIONS),
                VariantKeys.encode(key),
                new byte[] {9});
    }

    private <T extends SpecificRecord> void write(CatalogTopic topic, String key, int partition, T value) {
        String name = topic.name("catalog.");
        consumer.write(name, partition, key, new RecordSerializer<T>(registry, topic).serialize(name, value));
    }

    @Override
    public void close() {
        registryServer.close();
    }
}
