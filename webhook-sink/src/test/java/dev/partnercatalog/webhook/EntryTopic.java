package dev.partnercatalog.webhook;

import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.catalog.ScopedVariant;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.utils.Bytes;
import org.jspecify.annotations.Nullable;

/** The topic of entries as brokers keep it, and consumers that read it. */
final class EntryTopic implements AutoCloseable {

    static final TopicPartition PARTITION = new TopicPartition(CatalogTopic.COMPANY_VARIANTS.name("catalog."), 0);

    static final TopicPartition LISTINGS = new TopicPartition(CatalogTopic.SKU_BARCODES.name("catalog."), 0);

    private final RegistryDouble server = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(server.url(), Duration.ofSeconds(1));

    /** Compaction may remove some of them. */
    final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

    /** The listings' topic, of company 1. */
    final List<ConsumerRecord<byte[], byte[]>> listings = new ArrayList<>();

    /** The offset that the task has committed. */
    int committed;

    /** How many consumers were asked for. */
    int consumers;

    /** How many of the next consumers find no broker. */
    int timeouts;

    void publish(String key, @Nullable String name) {
        records.add(record(records.size(), key, name == null ? null : value(key, name)));
    }

    /** A listing at company scope; null for none any more. */
    void list(String sku, @Nullable String barcode) {
        byte[] value = null;
        if (barcode != null) {
            try (RecordSerializer<SkuBarcode> serializer =
                    new RecordSerializer<>(registry, CatalogTopic.SKU_BARCODES)) {
                value = serializer.serialize(LISTINGS.topic(), new SkuBarcode(barcode));
            }
        }
        byte[] key = ("1/1/" + sku).getBytes(StandardCharsets.UTF_8);
        listings.add(new ConsumerRecord<>(LISTINGS.topic(), 0, listings.size(), key, value));
    }

    private byte[] value(String key, String name) {
        FieldValues values = FieldValues.builder().set(VariantField.NAME, name).build();
        ResolvedVariant variant = VariantRecords.variant(
                VariantKey.parse(key), 1, new ResolvedEntry(values, Set.of(), Set.of(), List.of(), null, null));
        try (RecordSerializer<ResolvedVariant> serializer =
                new RecordSerializer<>(registry, CatalogTopic.COMPANY_VARIANTS)) {
            return Objects.requireNonNull(serializer.serialize(PARTITION.topic(), variant));
        }
    }

    static ConsumerRecord<byte[], byte[]> record(long offset, String key, byte @Nullable [] value) {
        return new ConsumerRecord<>(PARTITION.topic(), 0, offset, key.getBytes(StandardCharsets.UTF_8), value);
    }

    static String text(byte[] key) {
        return new String(key, StandardCharsets.UTF_8);
    }

    EntryRecords entryRecords() {
        return new EntryRecords(
                new OwnRecords<>(CatalogTopic.COMPANY_VARIANTS, ResolvedVariant.class, registry, "catalog.", 1));
    }

    OwnRecords<SkuBarcode> listingRecords() {
        return new OwnRecords<>(CatalogTopic.SKU_BARCODES, SkuBarcode.class, registry, "catalog.", 1);
    }

    byte @Nullable [] image(ConsumerRecord<byte[], byte[]> record) {
        return entryRecords().image(text(record.key()), record.value());
    }

    /** The images of all entries by their barcodes, as this version makes them. */
    Map<String, Bytes> expected() {
        Map<String, Bytes> images = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            ScopedVariant variant = EntryRecords.variant(text(record.key()));
            if (variant != null) {
                byte[] image = image(record);
                if (image == null) {
                    images.remove(variant.barcode());
                } else {
                    images.put(variant.barcode(), Bytes.wrap(image));
                }
            }
        }
        return images;
    }

    Consumer<byte[], byte[]> consumer() {
        consumers++;
        boolean away = timeouts-- > 0;
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest") {
            private long given;
            private int givenListings;

            @Override
            public synchronized Map<TopicPartition, Long> endOffsets(
                    Collection<TopicPartition> partitions, Duration timeout) {
                if (away) {
                    throw new TimeoutException("away");
                }
                return Map.of(
                        PARTITION, records.get(records.size() - 1).offset() + 1, LISTINGS, (long) listings.size());
            }

            @Override
            public synchronized Map<TopicPartition, OffsetAndMetadata> committed(
                    Set<TopicPartition> partitions, Duration timeout) {
                return Map.of(
                        PARTITION, new OffsetAndMetadata(committed), LISTINGS, new OffsetAndMetadata(listings.size()));
            }

            @Override
            public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
                records.stream()
                        .filter(record -> record.offset() >= given)
                        .limit(3)
                        .forEach(record -> {
                            addRecord(record);
                            given = record.offset() + 1;
                        });
                if (assignment().contains(LISTINGS) && givenListings < listings.size()) {
                    addRecord(listings.get(givenListings++));
                }
                return super.poll(timeout);
            }
        };
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L, LISTINGS, 0L));
        return consumer;
    }

    @Override
    public void close() {
        server.close();
    }
}
