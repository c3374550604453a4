package dev.partnercatalog.webhook;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.state.CatalogRows;
import dev.partnercatalog.webhook.state.RowWriter;
import dev.partnercatalog.webhook.state.ScopedVariant;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Writes the catalog as it must be in the changelog of a sink that has not run yet, so that the sink knows all of it
 * when it starts, and finds that partners have the same. A sink that read the topics from the beginning would send the
 * states in between. Not thread-safe.
 */
public final class SinkChangelog {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final int partitions;
    private final Function<String, LogReader> readers;
    private final RowWriter writer;
    private final Consumer<UnreadableRecord> unreadable;

    /**
     * Writes nothing yet.
     *
     * @param partitions number of partitions of the topics
     * @param readers creates a reader for a topic, given its full name
     * @param writer receives the rows
     * @param unreadable receives the catalog records that can't be read; the value before such a record stays in force,
     *     as in the sink
     */
    public SinkChangelog(
            KafkaSettings kafka,
            SchemaRegistry registry,
            int partitions,
            Function<String, LogReader> readers,
            RowWriter writer,
            Consumer<UnreadableRecord> unreadable) {
        this.kafka = kafka;
        this.registry = registry;
        this.partitions = partitions;
        this.readers = readers;
        this.writer = writer;
        this.unreadable = unreadable;
    }

    /**
     * Writes the topics' current content in one partition. Returns the number of listings.
     *
     * @throws dev.partnercatalog.schemas.topic.BrokerUnavailableException if the brokers don't answer
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if the registry doesn't
     */
    public long writeCatalog(int partition) {
        CatalogRows rows = new CatalogRows(partition, writer);
        OwnRecords<SkuBarcode> listings = records(CatalogTopic.SKU_BARCODES, SkuBarcode.class);
        rows.readTo(listings.topic(), read(listings.topic(), partition, record -> {
            String key = listings.key(record.key(), partition);
            SkuBarcode listing = record.value() == null ? null : listings.value(key, record.value());
            rows.listing(ListingKey.parse(key), listing == null ? null : listing.getBarcode());
        }));
        EntryRecords entries = new EntryRecords(records(CatalogTopic.COMPANY_VARIANTS, ResolvedVariant.class));
        rows.readTo(CatalogTopic.COMPANY_VARIANTS, read(CatalogTopic.COMPANY_VARIANTS, partition, record -> {
            String key = entries.key(record.key(), partition);
            ScopedVariant variant = EntryRecords.variant(key);
            if (variant != null) {
                rows.entry(variant, entries.image(key, record.value()));
            }
        }));
        return rows.end();
    }

    /** Returns the offset up to which the topic was read. */
    private long read(CatalogTopic topic, int partition, Consumer<ConsumerRecord<byte[], byte[]>> action) {
        LogReader reader = readers.apply(topic.name(kafka.topics().prefix()));
        return reader.read(partition, record -> {
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
