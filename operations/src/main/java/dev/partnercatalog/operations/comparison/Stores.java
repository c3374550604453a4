package dev.partnercatalog.operations.comparison;

import dev.partnercatalog.operations.partitions.KeyDigest;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.listing.ListedSkus;
import dev.partnercatalog.streams.variant.RecordedRow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the resolver's stores hold, and the tables that it writes without a store. */
final class Stores implements Side {

    private static final List<CatalogTopic> TABLES =
            List.of(CatalogTopic.SCOPE_CONFIGS, CatalogTopic.COMPANY_DIRECTORY, CatalogTopic.PARTNER_CONFIGS);

    private final CatalogLogs logs;
    private final String layers;
    private final String listings;

    Stores(CatalogLogs logs) {
        this.logs = logs;
        this.layers = StreamsApp.layersTopic(logs.kafka());
        this.listings = StreamsApp.listingsTopic(logs.kafka());
    }

    @Override
    public void read(Receiver receiver) {
        logs.read(layers, record -> readLayer(record, receiver));
        logs.read(listings, record -> {
            String key = text(record.key());
            if (!ListedSkus.isCountKey(key)) {
                receiver.accept(
                        new Row(CatalogTopic.LISTINGS, key),
                        record.partition(),
                        record.offset(),
                        record.value() == null ? NONE : KeyDigest.hashOf(record.value()));
            }
        });
        TABLES.forEach(table -> readTable(table, receiver));
    }

    private static void readLayer(ConsumerRecord<byte[], byte[]> record, Receiver receiver) {
        RecordedRow layer = RecordedRow.of(text(record.key()));
        if (layer == null) {
            return;
        }
        Row row = new Row(layer.topic().topic(), layer.key());
        if (receiver.wants(row)) {
            receiver.accept(row, record.partition(), record.offset(), content(layer, record.value()));
        }
    }

    private static long content(RecordedRow layer, byte[] row) {
        try {
            Integer hash = layer.hashOf(row);
            return hash == null ? NONE : Inputs.of(hash);
        } catch (RuntimeException e) {
            return UNKNOWN; // None of our writers wrote it.
        }
    }

    private void readTable(CatalogTopic table, Receiver receiver) {
        String name = logs.name(table);
        OwnRecords<SpecificRecord> reader = ServedTables.reader(logs, table);
        logs.read(name, record -> {
            try {
                String key = reader.key(record.key(), record.partition());
                Row row = new Row(table, key);
                if (receiver.wants(row)) {
                    receiver.accept(
                            row, record.partition(), record.offset(), content(table, reader, key, record.value()));
                }
            } catch (UnreadableRecordException e) {
                return; // In a partition other than its key's, it has no effect.
            }
        });
    }

    private static long content(CatalogTopic table, OwnRecords<SpecificRecord> reader, String key, byte[] value) {
        if (value == null) {
            return NONE;
        }
        try {
            SpecificRecord record = reader.value(key, value);
            return table == CatalogTopic.PARTNER_CONFIGS ? Inputs.PRESENT : Inputs.of(record);
        } catch (UnreadableRecordException e) {
            return UNKNOWN;
        }
    }

    static String text(byte[] key) {
        return new String(key, StandardCharsets.UTF_8);
    }

    @Override
    public void settle() {
        logs.settle(topics());
    }

    @Override
    public long size() {
        return topics().stream().mapToLong(logs::size).sum();
    }

    private List<String> topics() {
        return Stream.concat(Stream.of(layers, listings), TABLES.stream().map(logs::name))
                .toList();
    }
}
