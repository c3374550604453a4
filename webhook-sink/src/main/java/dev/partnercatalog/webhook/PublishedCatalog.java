package dev.partnercatalog.webhook;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.EntryRecords;
import dev.partnercatalog.webhook.catalog.ListingRecords;
import dev.partnercatalog.webhook.state.ExpectedRemovals;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the catalog's topics list and resolve by now, as a sink that has not run yet will read it. Not thread-safe. */
public final class PublishedCatalog {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final int partitions;
    private final Function<String, LogReader> readers;
    private final Consumer<UnreadableRecord> unreadable;

    /**
     * Reads nothing yet.
     *
     * @param partitions number of partitions of the topics
     * @param readers creates a reader for a topic, given its full name
     * @param unreadable receives the records that can't be read; a listing before such a record stays in force, as in
     *     the sink
     */
    public PublishedCatalog(
            KafkaSettings kafka,
            SchemaRegistry registry,
            int partitions,
            Function<String, LogReader> readers,
            Consumer<UnreadableRecord> unreadable) {
        this.kafka = kafka;
        this.registry = registry;
        this.partitions = partitions;
        this.readers = readers;
        this.unreadable = unreadable;
    }

    /**
     * Reads one partition after the other. Keeps the listings of one in memory.
     *
     * @throws dev.partnercatalog.schemas.topic.BrokerUnavailableException if the brokers don't answer
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if the registry doesn't
     */
    public void readInto(ExpectedRemovals removals) {
        for (int partition = 0; partition < partitions; partition++) {
            readListings(partition, removals);
            readEntries(partition, removals);
            removals.endOfCatalogPartition();
        }
    }

    private void readListings(int partition, ExpectedRemovals removals) {
        ListingRecords records = new ListingRecords(records(CatalogTopic.SKU_BARCODES, SkuBarcode.class));
        Map<ListingKey, String> listings = new HashMap<>();
        read(CatalogTopic.SKU_BARCODES, partition, record -> {
            String key = records.key(record.key(), partition);
            String barcode = records.barcode(key, record.value());
            if (barcode == null) {
                listings.remove(ListingKey.parse(key));
            } else {
                listings.put(ListingKey.parse(key), barcode);
            }
        });
        listings.forEach((listing, barcode) ->
                removals.listed(new ScopedVariant(Scope.of(listing.companyId(), listing.locationId()), barcode)));
    }

    private void readEntries(int partition, ExpectedRemovals removals) {
        EntryRecords records = new EntryRecords(records(CatalogTopic.COMPANY_VARIANTS, CompanyVariant.class));
        read(CatalogTopic.COMPANY_VARIANTS, partition, record -> {
            String key = records.key(record.key(), partition);
            ScopedVariant variant = EntryRecords.variant(key);
            if (variant != null) {
                // Of an entry that can't be read, partners keep what they have.
                removals.entry(variant, record.value() != null);
                var unused = records.value(key, record.value());
            }
        });
    }

    private void read(CatalogTopic topic, int partition, Consumer<ConsumerRecord<byte[], byte[]>> action) {
        LogReader reader = readers.apply(topic.name(kafka.topics().prefix()));
        reader.read(partition, record -> {
            try {
                action.accept(record);
            } catch (UnreadableRecordException e) {
                if (record.value() != null) {
                    unreadable.accept(UnreadableRecord.of(topic, record, e));
                }
            }
        });
    }

    private <T extends SpecificRecord> OwnRecords<T> records(CatalogTopic topic, Class<T> type) {
        return new OwnRecords<>(topic, type, registry, kafka.topics().prefix(), partitions);
    }
}
