package dev.partnercatalog.cli.comparison;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.variant.RecordedRow;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What the resolver's stores hold, and the tables that it writes without a store. */
final class Stores implements Side {

    private static final List<CatalogTopic> TABLES =
            List.of(CatalogTopic.SCOPE_CONFIGS, CatalogTopic.COMPANY_DIRECTORY, CatalogTopic.PARTNER_CONFIGS);

    private final CatalogLogs logs;
    private final String layers;

    Stores(CatalogLogs logs) {
        this.logs = logs;
        this.layers = StreamsApp.layersTopic(logs.kafka());
    }

    @Override
    public void read(Receiver receiver) {
        logs.read(layers, record -> readLayer(record, receiver));
        logs.readListings(CatalogTopic.LISTINGS, receiver);
        TABLES.forEach(table -> logs.readTable(
                table, record -> table == CatalogTopic.PARTNER_CONFIGS ? Inputs.PRESENT : Inputs.of(record), receiver));
    }

    private static void readLayer(ConsumerRecord<byte[], byte[]> record, Receiver receiver) {
        RecordedRow layer = RecordedRow.of(CatalogLogs.text(record.key()));
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

    @Override
    public void settle() {
        logs.settle(topics());
    }

    @Override
    public long size() {
        return topics().stream().mapToLong(logs::size).sum();
    }

    private List<String> topics() {
        return Stream.concat(Stream.of(layers, logs.listings()), TABLES.stream().map(logs::name))
                .toList();
    }
}
